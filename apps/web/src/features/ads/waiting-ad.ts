import type { AdItem } from '@quizmaster/contract/http/ads'
import { adsApi } from '@quizmaster/contract/routes/user'
import { call, dataOf } from '../../platform/http.ts'
import { tabStorage } from '../../platform/tab-storage.ts'

/** In this tab, across reloads: which ad was shown last. */
const LAST_AD_KEY = 'lastAd'

/** An ad on its way: fetched, chosen and its picture loaded before anybody sees it. */
export type WaitingAd = { state: 'loading' } | { state: 'ready'; ad: AdItem } | { state: 'failed' }

/** Gets the next ad ready; `tell` hears how it went. Without ads, or with a picture that is broken, it has failed. */
export async function fetchAd(tell: (ad: WaitingAd) => void): Promise<void> {
  try {
    const ads = dataOf(await call(adsApi.listAds)).filter(isShowable)
    const ad = chooseAd(ads, tabStorage.get(LAST_AD_KEY))
    if (ad) await loadPicture(ad.image)
    tell(ad ? { state: 'ready', ad } : { state: 'failed' })
  } catch {
    tell({ state: 'failed' })
  }
}

/** Remembers what was shown, so that the next one is another. */
export function noteShown(ad: AdItem): void {
  tabStorage.set(LAST_AD_KEY, ad.image)
}

/** Each in its turn, beginning anywhere; never the same twice in a row while there is another. */
export function chooseAd(ads: readonly AdItem[], lastImage: string | null): AdItem | undefined {
  const last = ads.findIndex(({ image }) => image === lastImage)
  const index = last === -1 ? Math.floor(Math.random() * ads.length) : (last + 1) % ads.length
  return ads[index]
}

/** What is drawn and followed comes from a server that may be older or younger than this page. */
function isShowable({ image, link }: AdItem): boolean {
  return /^\/img\/[\w./-]+$/.test(image) && URL.canParse(link) && new URL(link).protocol === 'https:'
}

function loadPicture(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const picture = new Image()
    picture.addEventListener('load', () => resolve())
    picture.addEventListener('error', () => reject(new Error(`The picture ${path} is broken`)))
    picture.src = path
  })
}
