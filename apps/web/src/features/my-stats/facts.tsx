import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import styles from './facts.module.css'
import { useFacts } from './my-stats-query.ts'
import { STATS_STRINGS } from './strings.ts'

/** How many facts the player has learned for good, with a sheet that lists them. */
export function FactsForGood({ count }: { count: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card className={styles.card}>
      <Cairn />
      <div>
        <h2 className={styles.title}>{STATS_STRINGS.facts(count)}</h2>
        <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {STATS_STRINGS.seeThem}
        </Button>
      </div>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={STATS_STRINGS.facts(count)} height="tall">
        <FactList isOpen={isOpen} />
      </Sheet>
    </Card>
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

const STONES = [
  [32, 89, 27, 14, '#2E6F66'],
  [98, 90, 26, 13, '#3F6A7C'],
  [66, 89, 22, 14, '#0F4A43'],
  [47, 67, 22, 12, '#3F6A7C'],
  [84, 67, 22, 12, '#2E6F66'],
  [65, 47, 23, 12, '#0F4A43'],
  [67, 27, 16, 10, '#3F6A7C'],
] as const

/** Stones that stay where they are. */
function Cairn() {
  return (
    <svg className={styles.cairn} viewBox="0 0 132 112" aria-hidden="true">
      <ellipse cx="66" cy="104" rx="58" ry="6" fill="#0F4A43" opacity=".16" />
      {STONES.map(([cx, cy, rx, ry, fill]) => (
        <ellipse key={`${cx} ${cy}`} cx={cx} cy={cy} rx={rx} ry={ry} fill={fill} stroke="#DCEBE4" strokeWidth="2.5" />
      ))}
      <path d="M67 20V1" stroke="#8A5A2B" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M68 1l19 6-19 6z" fill="#FF7A3D" />
    </svg>
  )
}
