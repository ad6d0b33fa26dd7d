import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announce, announceNow } from '../../ui/feedback/announce.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { AD_FIELDS, type AdDraft, type AdField, adFieldOf, adOf, type AdProblems, problemsOf } from './ad-draft.ts'
import { saveAds } from './admin-calls.ts'
import { setAdsDraft, useAdsDraft } from './unsaved-ads.ts'
import { ADMIN_STRINGS, ADS_STRINGS } from './strings.ts'
import { ADMIN_KEY, useAdminAction } from './use-admin-action.ts'

/** The element id of an ad's field, by which a refused field gets the focus. */
export function adFieldId(key: string, field: AdField): string {
  return `ad-${key}-${field}`
}

type AllProblems = Record<string, AdProblems>

/** Edits the ads and saves them as one list. Problems are shown per ad, from the first attempt to save on. */
export function useAdsEditing(ads: readonly AdDraft[]) {
  const [problems, setProblems] = useState<AllProblems>({})
  const client = useQueryClient()
  const { run, isPending } = useAdminAction({
    act: async (written: readonly AdDraft[]) => {
      const saved = await saveAds(written.map(adOf))
      // Not in a callback of the screen, because the operator may have switched to another tab.
      client.setQueryData([ADMIN_KEY, 'ads'], saved)
      // Changes made while the call was pending are kept.
      if (useAdsDraft.getState().ads === written) setAdsDraft(null)
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
    announceNow(`${ADS_STRINGS.fieldsWrong}. ${found[first.key]?.[field] ?? ''}`)
    document.getElementById(adFieldId(first.key, field))?.focus()
  }

  function change(changed: AdDraft) {
    setAdsDraft(ads.map((ad) => (ad.key === changed.key ? changed : ad)))
    // An ad with problems is checked again on every change.
    if (problems[changed.key]) setProblems({ ...problems, [changed.key]: problemsOf(changed) })
  }

  function save() {
    const found = wrongAds(ads)
    show(found)
    if (Object.keys(found).length === 0) run(ads)
  }

  return { problems, change, save, isSaving: isPending }
}

/** Moves an ad to another place; does nothing if there is no such place. */
export function moveAd(ads: readonly AdDraft[], from: number, to: number): void {
  const moved = ads[from]
  if (!moved || to < 0 || to >= ads.length) return
  setAdsDraft(ads.filter((ad) => ad !== moved).toSpliced(to, 0, moved))
  announce(ADS_STRINGS.movedTo(to + 1, ads.length))
}

/** Removes an ad from the list. */
export function removeAd(ads: readonly AdDraft[], key: string): void {
  setAdsDraft(ads.filter((ad) => ad.key !== key))
  announce(ADS_STRINGS.removed)
}

function wrongAds(ads: readonly AdDraft[]): AllProblems {
  const checked = ads.map((ad) => [ad.key, problemsOf(ad)] as const)
  return Object.fromEntries(checked.filter(([, found]) => Object.keys(found).length > 0))
}

/** The messages for refused fields, by ad. Any other message is shown as a toast. */
function refusedFields(fields: Record<string, string[]>, ads: readonly AdDraft[]): AllProblems {
  const found: AllProblems = {}
  for (const [name, [message = '']] of Object.entries(fields)) {
    const place = adFieldOf(name)
    const ad = place && ads[place.index]
    if (place && ad) found[ad.key] = { ...found[ad.key], [place.field]: message }
    else showToast({ type: 'error', title: ADMIN_STRINGS.failed, message })
  }
  return found
}
