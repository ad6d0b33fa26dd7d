import type { MyStats } from '@quizmaster/contract/http/stats'
import { Card } from '../../ui/layout/card.tsx'
import { Ruler } from './ruler.tsx'
import { STATS_STRINGS } from './strings.ts'
import styles from './summary.module.css'

/** With fewer questions a sentence about all topics makes no sense. */
const MIN_SEEN = 30

/** The share of right answers in all topics, in words. */
export function Summary({ stats }: { stats: MyStats }) {
  const { usual, since, answer_count, question_count } = stats
  const isMuch = usual.seen >= MIN_SEEN
  return (
    <Card className={styles.card} aria-labelledby="stats-summary">
      <div>
        {since !== null && <p className={styles.since}>{STATS_STRINGS.since(since)}</p>}
        <h2 className={styles.words} id="stats-summary">
          {isMuch ? STATS_STRINGS.rightInAll(usual) : STATS_STRINGS.rightSoFar(usual)}
        </h2>
      </div>
      <div aria-hidden="true">
        <Ruler {...usual} isLarge />
        <p className={styles.ends}>
          {STATS_STRINGS.ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </p>
      </div>
      {!isMuch && <p className={styles.note}>{STATS_STRINGS.saysLittle(usual)}</p>}
      <dl className={styles.figures}>
        <div>
          <dt>{STATS_STRINGS.answers}</dt>
          <dd>{STATS_STRINGS.number(answer_count)}</dd>
        </div>
        <div>
          <dt>{STATS_STRINGS.questionsSeen}</dt>
          <dd>{STATS_STRINGS.ofAll(usual.seen, question_count)}</dd>
        </div>
      </dl>
    </Card>
  )
}
