import { call, dataOf } from '../../platform/http.ts'
import { storage, tabStorage } from '../../platform/storage.ts'
import type { AdItem } from '@quizmaster/contract/http/ads'
import { AD_IMAGE_PATTERN } from '@quizmaster/contract/limits'
import { adsApi } from '@quizmaster/contract/routes/user'

/** Questions before the first ad, and between ads. */
const QUESTIONS_TILL_FIRST_AD = 5
const QUESTIONS_BETWEEN_ADS = 10

/** How many questions are left before the next ad. */
export function questionsTillNextAd(): number {
  return storage.get('questionsTillNextAd') ?? QUESTIONS_TILL_FIRST_AD
}

/** Counts the questions that the player has moved past; returns how many remain before the next ad, at least 0. */
export function countQuestions(passed: number): number {
  const left = Math.max(0, questionsTillNextAd() - passed)
  storage.set('questionsTillNextAd', left)
  return left
}

/** Restarts the count of questions before the next ad. */
export function restartCounter(): void {
  storage.set('questionsTillNextAd', QUESTIONS_BETWEEN_ADS)
}

/** The key of the ad that this tab showed last. It survives a reload. */
const LAST_AD_KEY = 'lastAd'

/** The next ad. It is chosen and its picture is loaded before it is shown. */
export type NextAd = { state: 'loading' } | { state: 'ready'; ad: AdItem } | { state: 'failed' }

/** Prepares the next ad. That fails if there are no ads or the picture does not load. */
export async function prepareNextAd(): Promise<NextAd> {
  try {
    const ads = dataOf(await call(adsApi.listAds)).filter(isShowable)
    const ad = chooseAd(ads, tabStorage.get(LAST_AD_KEY))
    if (!ad) return { state: 'failed' }
    await loadPicture(ad.image)
    return { state: 'ready', ad }
  } catch {
    return { state: 'failed' }
  }
}

/** Remembers that an ad was shown, so that the next one is a different one. */
export function rememberShown(ad: AdItem): void {
  tabStorage.set(LAST_AD_KEY, ad.image)
}

/** The ads take turns from a random start; the same one is not shown twice in a row unless it is the only one. */
export function chooseAd(ads: readonly AdItem[], lastImage: string | null): AdItem | undefined {
  const last = ads.findIndex(({ image }) => image === lastImage)
  const index = last === -1 ? Math.floor(Math.random() * ads.length) : (last + 1) % ads.length
  return ads[index]
}

/** Checked here too, because the server may run a different version than this page. */
function isShowable({ image, link }: AdItem): boolean {
  return AD_IMAGE_PATTERN.test(image) && URL.canParse(link) && new URL(link).protocol === 'https:'
}

function loadPicture(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    picture.addEventListener('load', () => resolve())
    picture.addEventListener('error', () => reject(new Error(`The picture ${path} is broken`)))
    picture.src = path
  })
}
