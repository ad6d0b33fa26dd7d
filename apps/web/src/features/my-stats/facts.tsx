import { useState } from 'react'
import { lazyNamed } from '../../platform/lazy.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import type { FactsSheetProps } from './facts-sheet.tsx'
import styles from './facts.module.css'
import { STATS_STRINGS } from './strings.ts'

const FactsSheet = lazyNamed<'FactsSheet', FactsSheetProps>(() => import('./facts-sheet.tsx'), 'FactsSheet')

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
      <LazySheet isOpen={isOpen}>
        <FactsSheet isOpen={isOpen} onClose={() => setIsOpen(false)} count={count} />
      </LazySheet>
    </Card>
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

/** A picture of a cairn, for facts that stay. */
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
