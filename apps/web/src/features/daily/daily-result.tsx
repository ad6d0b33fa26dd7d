import type { Comparison, DailyDay } from '@quizmaster/contract/http/daily'
import type { CSSProperties } from 'react'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { ShareIcon } from '../../ui/graphics/icons.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DailyDock } from './daily-dock.tsx'
import { useDailyPaths } from './daily-paths.ts'
import styles from './daily-result.module.css'
import { dayAndMonth } from './dates.ts'
import { ResultMarks } from './marks.tsx'
import { PictureCard } from './picture-card.tsx'
import { RESULT_PICTURE } from './scene/composition.ts'
import { ShareByHand } from './share-by-hand.tsx'
import { DAILY_STRINGS } from './strings.ts'
import { useShare } from './use-share.ts'
import { WeekLink } from './week-days.tsx'

/** The result of a Daily Ten: the score, each question, how others did, and the week. */
export function DailyResult({ day }: { day: DailyDay }) {
  const paths = useDailyPaths()
  const marks = day.play?.marks ?? []
  const right = marks.filter(Boolean).length
  const date = dayAndMonth(day.date, day.today)
  const share = useShare({ date: day.date, dateText: date, marks })
  return (
    <>
      <Page>
        <BackLink to={paths.home} />
        <div className={styles.columns}>
          <PictureCard className={styles.result} composition={RESULT_PICTURE} marks={marks}>
            <div className={styles.head}>
              <div>
                <p className={styles.date}>{DAILY_STRINGS.dated(date)}</p>
                <h1 className={styles.score} tabIndex={-1}>
                  <span aria-hidden="true">{DAILY_STRINGS.score(right, marks.length)}</span>
                  <span className="sr">{DAILY_STRINGS.scoreRead(right, marks.length, day.play?.points ?? 0)}</span>
                </h1>
              </div>
              <span className={styles.points} aria-hidden="true">
                {DAILY_STRINGS.points(day.play?.points ?? 0)}
              </span>
            </div>
            <ResultMarks marks={marks} />
            {share.isByHand && <ShareByHand share={share} />}
          </PictureCard>
          <div className={styles.beside}>
            {paths.isVisitor && <SignInCard />}
            <OthersCard
              title={day.date === day.today ? DAILY_STRINGS.soFarToday : DAILY_STRINGS.soFar}
              comparison={day.result?.comparison ?? null}
              own={right}
            />
            {day.weeks && <WeekLink weeks={day.weeks} />}
          </div>
        </div>
      </Page>
      <DailyDock>
        <Link className={buttonClass({ block: true })} to={paths.answers(day.date)}>
          {DAILY_STRINGS.seeAnswers}
        </Link>
        <Button
          variant="primary"
          block
          icon={<ShareIcon weight={2.6} />}
          isPending={share.isPending}
          onClick={share.run}
        >
          {DAILY_STRINGS.share}
        </Button>
      </DailyDock>
    </>
  )
}

function SignInCard() {
  return (
    <Card className={styles.signIn}>
      <div>
        <h2>{DAILY_STRINGS.signInToKeep}</h2>
        <p>{DAILY_STRINGS.signInNote}</p>
      </div>
      <Link className={buttonClass({ size: 'small' })} to="/base/login/request-code">
        {DAILY_STRINGS.signIn}
      </Link>
    </Card>
  )
}

const SCORES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

type OthersProps = { title: string; comparison: Comparison | null; own: number }

/** How many players got each score, as columns. The player's rank is never shown. */
function OthersCard({ title, comparison, own }: OthersProps) {
  const columns = SCORES.map((score) => ({ score, count: comparison?.counts[score] ?? 0 }))
  const most = Math.max(1, ...columns.map(({ count }) => count))
  return (
    <Card className={styles.others}>
      <div>
        <h2>{title}</h2>
        <p>{comparison ? DAILY_STRINGS.middle(comparison.players, middleScore(comparison)) : DAILY_STRINGS.first}</p>
      </div>
      <ol className={styles.columnsChart} data-empty={comparison === null || undefined} aria-hidden="true">
        {columns.map(({ score, count }) => (
          <li key={score} className={comparison && score === own ? styles.own : undefined}>
            {comparison && score === own && <b>{DAILY_STRINGS.you}</b>}
            <i style={{ '--part': count / most } as CSSProperties} />
            <span>{score}</span>
          </li>
        ))}
      </ol>
      {comparison && (
        <table className="sr">
          <caption>{DAILY_STRINGS.byScore}</caption>
          <thead>
            <tr>
              <th scope="col">{DAILY_STRINGS.scoreColumn}</th>
              <th scope="col">{DAILY_STRINGS.playersColumn}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ score, count }) => (
              <tr key={score}>
                <th scope="row">{score === own ? DAILY_STRINGS.yours(score) : score}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** The highest score that at least half of the players reached. */
export function middleScore({ players, counts }: Comparison): number {
  let reached = 0
  for (let score = counts.length - 1; score > 0; score -= 1) {
    reached += counts[score] ?? 0
    if (reached * 2 >= players) return score
  }
  return 0
}
