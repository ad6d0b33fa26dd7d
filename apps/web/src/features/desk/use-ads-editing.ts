import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alert, say } from '../../ui/feedback/announce.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { AD_FIELDS, type AdDraft, type AdField, adFieldOf, adOf, type AdProblems, problemsOf } from './ad-draft.ts'
import { forgetDraft, setAdsDraft } from './ads-draft-store.ts'
import { saveAds } from './desk-calls.ts'
import { ADS_STRINGS, DESK_STRINGS } from './strings.ts'
import { DESK_KEY, useDeskAction } from './use-desk-action.ts'

/** The id of a field of an ad, by which it gets the focus when it is refused. */
export function adFieldId(key: string, field: AdField): string {
  return `ad-${key}-${field}`
}

type AllProblems = Record<string, AdProblems>

/** Writing on ads and saving them as one. Problems are told by ad once saving was tried. */
export function useAdsEditing(ads: readonly AdDraft[]) {
  const [problems, setProblems] = useState<AllProblems>({})
  const client = useQueryClient()
  const { mutate, isPending } = useDeskAction({
    act: async (written: readonly AdDraft[]) => {
      const saved = await saveAds(written.map(adOf))
      // Here and not with the screen's answer: whoever looks at another tab meanwhile has no unsaved changes left.
      client.setQueryData([DESK_KEY, 'ads'], saved)
      forgetDraft(written)
      return saved
    },
    done: () => ADS_STRINGS.saved,
    onFieldErrors: (fields) => show(refusedFields(fields, ads)),
  })

  function show(found: AllProblems) {
    setProblems(found)
    const first = ads.find(({ key }) => found[key])
    const field = AD_FIELDS.find((each) => first && found[first.key]?.[each])
    if (!first || !field) return
    alert(`${ADS_STRINGS.fieldsWrong}. ${found[first.key]?.[field] ?? ''}`)
    document.getElementById(adFieldId(first.key, field))?.focus()
  }

  function change(changed: AdDraft) {
    setAdsDraft(ads.map((ad) => (ad.key === changed.key ? changed : ad)))
    // What was wrong is looked at again as it is mended.
    if (problems[changed.key]) setProblems({ ...problems, [changed.key]: problemsOf(changed) })
  }

  function save() {
    const found = wrongAds(ads)
    show(found)
    if (Object.keys(found).length === 0) mutate(ads)
  }

  return { problems, change, save, isSaving: isPending }
}

/** Puts an ad at another place, or leaves all as it is where there is no such place. */
export function moveAd(ads: readonly AdDraft[], from: number, to: number): void {
  const moved = ads[from]
  if (!moved || to < 0 || to >= ads.length) return
  setAdsDraft(ads.filter((ad) => ad !== moved).toSpliced(to, 0, moved))
  say(ADS_STRINGS.movedTo(to + 1, ads.length))
}

/** Takes an ad out of the list. */
export function removeAd(ads: readonly AdDraft[], key: string): void {
  setAdsDraft(ads.filter((ad) => ad.key !== key))
  say(ADS_STRINGS.removed)
}

function wrongAds(ads: readonly AdDraft[]): AllProblems {
  const looked = ads.map((ad) => [ad.key, problemsOf(ad)] as const)
  return Object.fromEntries(looked.filter(([, found]) => Object.keys(found).length > 0))
}

/** What the server refused, by ad; what it says of no field is a toast. */
function refusedFields(fields: Record<string, string[]>, ads: readonly AdDraft[]): AllProblems {
  const found: AllProblems = {}
  for (const [name, [message = '']] of Object.entries(fields)) {
    const place = adFieldOf(name)
    const ad = place && ads[place.index]
    if (place && ad) found[ad.key] = { ...found[ad.key], [place.field]: message }
    else showToast({ type: 'error', title: DESK_STRINGS.failed, message })
  }
  return found
}
