import type { AdItem } from '@quizmaster/contract/http/ads'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Line } from '../../ui/graphics/line-icon.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { AdCard } from './ad-card.tsx'
import { draftOf, emptyDraft } from './ad-draft.ts'
import styles from './ads.module.css'
import { fetchAds } from './admin-calls.ts'
import { AdminList, EmptyList } from './admin-list.tsx'
import { ADS_STRINGS, ADMIN_STRINGS } from './strings.ts'
import { setAdsDraft, useAdsDraft } from './unsaved-ads.ts'
import { moveAd, removeAd, useAdsEditing } from './ads-editing.ts'
import { ADMIN_KEY } from './use-admin-action.ts'
import { useFocusOnRemoval } from './use-focus-on-removal.ts'

/** All ads as one list, which is saved as a whole. */
export function AdsEditor({ title }: { title: string }) {
  const query = useQuery({ queryKey: [ADMIN_KEY, 'ads'], queryFn: ({ signal }) => fetchAds(signal) })
  return (
    <>
      <PageTitle subtitle={ADS_STRINGS.hint}>{title}</PageTitle>
      <AdminList query={query}>{(ads) => <Editor saved={ads} />}</AdminList>
    </>
  )
}

function Editor({ saved }: { saved: AdItem[] }) {
  const savedDrafts = useMemo(() => saved.map(draftOf), [saved])
  const draft = useAdsDraft(({ ads }) => ads)
  const ads = draft ?? savedDrafts
  const { problems, change, save, isSaving } = useAdsEditing(ads)
  return (
    <>
      {ads.length === 0 && <EmptyList>{ADS_STRINGS.none}</EmptyList>}
      <ol className={styles.list}>
        {ads.map((ad, index) => (
          <li key={ad.key}>
            <AdCard
              ad={ad}
              place={index + 1}
              count={ads.length}
              problems={problems[ad.key] ?? {}}
              onChange={change}
              onMove={(to) => moveAd(ads, index, to - 1)}
              onRemove={() => removeAd(ads, ad.key)}
            />
          </li>
        ))}
      </ol>
      <Button
        size="small"
        className={styles.add}
        icon={<PlusIcon />}
        onClick={() => setAdsDraft([...ads, emptyDraft()])}
      >
        {ADS_STRINGS.add}
      </Button>
      {draft !== null && <Foot isSaving={isSaving} onSave={save} />}
    </>
  )
}

/** The buttons for unsaved changes. */
function Foot({ isSaving, onSave }: { isSaving: boolean; onSave: () => void }) {
  const foot = useRef<HTMLDivElement>(null)
  useFocusOnRemoval(foot)
  return (
    <div className={styles.foot} ref={foot}>
      <p className={styles.unsaved}>{ADMIN_STRINGS.unsaved}</p>
      <Button size="small" isDisabled={isSaving} onClick={() => setAdsDraft(null)}>
        {ADS_STRINGS.discard}
      </Button>
      <Button variant="primary" size="small" isPending={isSaving} onClick={onSave}>
        {ADS_STRINGS.save}
      </Button>
    </div>
  )
}

function PlusIcon() {
  return <Line d="M12 5v14M5 12h14" />
}
