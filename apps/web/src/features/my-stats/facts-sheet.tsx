import { Button } from '../../ui/controls/button.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import styles from './facts.module.css'
import { useFacts } from './my-stats-query.ts'
import { STATS_STRINGS } from './strings.ts'

export type FactsSheetProps = {
  isOpen: boolean
  onClose: () => void
  /** How many facts there are. */
  count: number
}

/** Lists the facts that the player has learned for good, a page at a time. */
export function FactsSheet({ isOpen, onClose, count }: FactsSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={STATS_STRINGS.facts(count)} height="tall">
      <FactList isOpen={isOpen} />
    </Sheet>
  )
}

function FactList({ isOpen }: { isOpen: boolean }) {
  const facts = useFacts(isOpen)
  if (facts.error && !facts.data)
    return <ErrorCard onRetry={() => void facts.refetch()} isRetrying={facts.isFetching} />
  if (!facts.data) {
    return (
      <LoadingRegion>
        <Skeleton width="100%" height={240} radius={16} />
      </LoadingRegion>
    )
  }
  const listed = facts.data.pages.flatMap((page) => page.facts)
  return (
    <div className={styles.sheet}>
      <p className={styles.note}>{STATS_STRINGS.factsNote}</p>
      <ul className={styles.facts}>
        {listed.map(({ question, answer, at }) => (
          <li key={`${at} ${question}`}>
            <span>{question}</span>
            <b>{answer}</b>
          </li>
        ))}
      </ul>
      {facts.hasNextPage && (
        <Button block isPending={facts.isFetchingNextPage} onClick={() => void facts.fetchNextPage()}>
          {STATS_STRINGS.more}
        </Button>
      )}
    </div>
  )
}
