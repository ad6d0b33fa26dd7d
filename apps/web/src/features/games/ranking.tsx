import type { ComponentProps } from 'react'
import { clsx } from 'clsx/lite'
import { ArrowDownIcon, ArrowUpIcon } from '../../ui/graphics/icons.tsx'
import { PlayerMark } from './player-mark.tsx'
import type { RankingRow } from './ranking-rows.ts'
import styles from './ranking.module.css'
import { GAME_STRINGS } from './strings.ts'
import { useSettled } from './use-settled.ts'

/** A list with more rows scrolls. */
const SHOWN_ROWS = 5

/** The ranking after a question: it starts in the old order, then the rows move to their new places. */
export function Ranking({ rows, earlier }: { rows: readonly RankingRow[]; earlier: Earlier }) {
  const isSettled = useSettled()
  const isLong = rows.length > SHOWN_ROWS
  return (
    <section className={styles.ranking} aria-label={GAME_STRINGS.ranking}>
      <div className={styles.head} aria-hidden="true">
        <span>{GAME_STRINGS.place}</span>
        <span>{GAME_STRINGS.player}</span>
        <span>{GAME_STRINGS.points}</span>
      </div>
      <ol
        className={clsx(styles.list, isLong && styles.many, isSettled && styles.settled)}
        // A scrolling area without controls must be focusable for keyboard users.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isLong ? 0 : undefined}
      >
        {rows.map((row) => (
          <Row key={row.id} row={row} rows={rows} earlier={earlier} isSettled={isSettled} />
        ))}
      </ol>
    </section>
  )
}

/** The players of the earlier games of the evening. */
type Earlier = ComponentProps<typeof PlayerMark>['earlier']
type RowProps = { row: RankingRow; rows: readonly RankingRow[]; earlier: Earlier; isSettled: boolean }

function Row({ row, rows, earlier, isSettled }: RowProps) {
  const shift = isSettled ? 0 : row.oldPlace - row.place
  return (
    <li
      className={clsx(styles.row, row.isOwn && styles.own)}
      // All rows have the same height, so one place is the height of a row and a gap.
      style={shift === 0 ? undefined : { transform: `translateY(calc(${shift} * (100% + var(--gap))))` }}
      aria-current={row.isOwn || undefined}
    >
      <span className={styles.place}>{isSettled ? row.place : row.oldPlace}</span>
      <PlayerMark playerId={row.id} players={rows} earlier={earlier} />
      <span className={styles.name} title={row.name}>
        {row.name}
      </span>
      <Move by={isSettled ? row.oldPlace - row.place : 0} />
      <span className={styles.points}>
        {(isSettled ? row.points : row.oldPoints).toLocaleString('en')}
        <small className={row.gained === 0 ? styles.nothing : undefined}>{`+${row.gained}`}</small>
      </span>
    </li>
  )
}

function Move({ by }: { by: number }) {
  if (by === 0) return <span className={styles.move} />
  const Icon = by > 0 ? ArrowUpIcon : ArrowDownIcon
  return (
    <span className={clsx(styles.move, by > 0 ? styles.up : styles.down)}>
      <Icon weight={3.2} />
      {Math.abs(by)}
      <span className="sr">{by > 0 ? GAME_STRINGS.movedUp : GAME_STRINGS.movedDown}</span>
    </span>
  )
}
