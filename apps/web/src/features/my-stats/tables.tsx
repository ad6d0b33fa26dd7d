import type { MyStats, TopicStats } from '@quizmaster/contract/http/stats'
import { Card } from '../../ui/layout/card.tsx'
import type { ReactNode } from 'react'
import { STATS_STRINGS } from './strings.ts'
import { sumOf } from './sums.ts'
import styles from './tables.module.css'

const { table: WORDS, number } = STATS_STRINGS

type Props = {
  stats: MyStats
  /** If false, the tables are for screen readers only. */
  isShown: boolean
}

/** Groups and topics as tables. */
export function KnowledgeTables({ stats, isShown }: Props) {
  const groups = stats.groups.map((group) => ({
    name: group.name || STATS_STRINGS.otherTopics,
    topics: group.topics,
    counts: { ...sumOf(group.topics), question_count: group.question_count },
  }))
  const all = {
    ...sumOf(stats.groups.flatMap((group) => group.topics)),
    question_count: stats.question_count,
  }
  return (
    <>
      <Framed isShown={isShown}>
        <CountsTable
          caption={WORDS.groups}
          first={WORDS.group}
          rows={groups.map(({ name, counts }) => [name, counts])}
          sum={all}
        />
      </Framed>
      {groups.map(({ name, topics, counts }) => (
        <Framed key={name} isShown={isShown}>
          <CountsTable
            caption={WORDS.topicsIn(name)}
            first={WORDS.topic}
            rows={topics.map((topic) => [topic.text, topic])}
            sum={counts}
          />
        </Framed>
      ))}
    </>
  )
}

/** Weeks, speed and best games as tables. */
export function PlayTables({ stats, isShown }: Props) {
  const { weeks, speed, best_games } = stats
  return (
    <>
      <Framed isShown={isShown}>
        <table className={styles.table}>
          <caption>{STATS_STRINGS.weeks}</caption>
          <Head columns={[WORDS.weekFrom, WORDS.answers, WORDS.right]} />
          <tbody>
            {weeks.toReversed().map((week, index) => (
              <tr key={week.from}>
                <th scope="row">
                  {STATS_STRINGS.longDay(week.from)}
                  {index === 0 && `, ${STATS_STRINGS.now}`}
                </th>
                <td>{number(week.answers)}</td>
                <td>{number(week.right)}</td>
              </tr>
            ))}
            <tr className={styles.sum}>
              <th scope="row">{WORDS.together}</th>
              <td>{number(weeks.reduce((sum, week) => sum + week.answers, 0))}</td>
              <td>{number(weeks.reduce((sum, week) => sum + week.right, 0))}</td>
            </tr>
          </tbody>
        </table>
      </Framed>
      {speed && (
        <Framed isShown={isShown}>
          <table className={styles.table}>
            <caption>{STATS_STRINGS.speed}</caption>
            <Head columns={[WORDS.time, WORDS.answers]} />
            <tbody>
              {speed.seconds.map((count, second) => {
                const time = STATS_STRINGS.secondsFrom(second)
                return (
                  <tr key={time}>
                    <th scope="row">{time}</th>
                    <td>{number(count)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </Framed>
      )}
      {isShown && best_games.length > 0 && (
        <Framed isShown={isShown}>
          <table className={styles.table}>
            <caption>{STATS_STRINGS.bestGames}</caption>
            <Head columns={[WORDS.date, WORDS.points, WORDS.right, WORDS.place]} />
            <tbody>
              {best_games.map((game) => (
                <tr key={game.at}>
                  <th scope="row">{STATS_STRINGS.dayOf(game.at)}</th>
                  <td>{number(game.points)}</td>
                  <td>{`${game.right} / ${game.questions}`}</td>
                  <td>{STATS_STRINGS.gamePlace(game.place, game.players)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Framed>
      )}
    </>
  )
}

function Framed({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return isShown ? <Card>{children}</Card> : <div className="sr">{children}</div>
}

type Counts = Pick<TopicStats, 'seen' | 'right' | 'learning' | 'question_count'>

type CountsTableProps = {
  caption: string
  first: string
  rows: readonly (readonly [name: string, counts: Counts])[]
  sum: Counts
}

/** A table of counts. On phones each row takes two lines. */
function CountsTable({ caption, first, rows, sum }: CountsTableProps) {
  const columns = [first, WORDS.seen, WORDS.right, WORDS.likely, WORDS.known, WORDS.learning, WORDS.unseen]
  return (
    <table className={styles.wide}>
      <caption>{caption}</caption>
      <Head columns={columns} />
      <tbody>
        {rows.map(([name, counts]) => (
          <CountsRow key={name} name={name} counts={counts} />
        ))}
        <CountsRow name={WORDS.together} counts={sum} isSum />
      </tbody>
    </table>
  )
}

function CountsRow({ name, counts, isSum = false }: { name: string; counts: Counts; isSum?: boolean }) {
  return (
    <tr className={isSum ? styles.sum : undefined}>
      <th scope="row">{name}</th>
      <td>{number(counts.seen)}</td>
      <td>{number(counts.right)}</td>
      <td>{STATS_STRINGS.likely(counts)}</td>
      <td>{number(counts.seen - counts.learning)}</td>
      <td>{number(counts.learning)}</td>
      <td>{number(counts.question_count - counts.seen)}</td>
    </tr>
  )
}

function Head({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
