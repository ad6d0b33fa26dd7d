import type { MyStats } from '@quizmaster/contract/http/stats'
import { Card } from '../../ui/layout/card.tsx'
import { axisLines } from './band.ts'
import styles from './charts.module.css'
import { STATS_STRINGS } from './strings.ts'

type Week = MyStats['weeks'][number]

const WEEKS_HEIGHT = 132
const WEEKS_BASE = 106
const LABELLED_WEEKS = [0, 5, 9] as const

/** A column chart of the last twelve weeks. If fewer than two of them have answers, a sentence replaces it. */
export function Weeks({ weeks, since }: { weeks: readonly Week[]; since: number | null }) {
  const played = weeks.filter(({ answers }) => answers > 0)
  const answers = played.reduce((sum, week) => sum + week.answers, 0)
  const right = played.reduce((sum, week) => sum + week.right, 0)
  const isOne = played.length <= 1
  return (
    <Card className={styles.card} aria-labelledby="stats-weeks">
      <div>
        <h2 className={styles.title} id="stats-weeks">
          {isOne && played[0] === weeks.at(-1) ? STATS_STRINGS.thisWeek : STATS_STRINGS.weeks}
        </h2>
        <p className={styles.note}>
          {isOne ? STATS_STRINGS.oneWeek(answers, right) : STATS_STRINGS.weeksNote(answers, played.length)}
        </p>
      </div>
      {!isOne && <WeekColumns weeks={weeks} firstIndex={firstWeek(weeks, since)} />}
    </Card>
  )
}

/** The index of the first week with a column. Weeks before the player's first answer have none. */
function firstWeek(weeks: readonly Week[], since: number | null): number {
  const isOlder = since !== null && since < Date.parse(weeks[0]?.from ?? '')
  return isOlder ? 0 : weeks.findIndex(({ answers }) => answers > 0)
}

function WeekColumns({ weeks, firstIndex }: { weeks: readonly Week[]; firstIndex: number }) {
  const most = Math.max(...weeks.map(({ answers }) => answers))
  const best = weeks.findIndex(({ answers }) => answers === most)
  const heightOf = (count: number) => (count / most) * (WEEKS_BASE - 18)
  const lines = axisLines(most)
  const width = 100 / weeks.length
  return (
    <>
      <div className={styles.plotWithAxis} aria-hidden="true">
        <svg className={styles.plot} height={WEEKS_HEIGHT}>
          {lines.map((line) => (
            <text key={line} x="0" y={WEEKS_BASE - heightOf(line) + 4}>
              {STATS_STRINGS.number(line)}
            </text>
          ))}
        </svg>
        <svg className={styles.plot} height={WEEKS_HEIGHT}>
          {lines.map((line) => (
            <line
              key={line}
              className={styles.line}
              x1="0"
              x2="100%"
              y1={WEEKS_BASE - heightOf(line)}
              y2={WEEKS_BASE - heightOf(line)}
            />
          ))}
          <line className={styles.base} x1="0" x2="100%" y1={WEEKS_BASE} y2={WEEKS_BASE} />
          {weeks.map((week, index) => (
            <svg key={week.from} x={`${index * width}%`} width={`${width}%`} height={WEEKS_HEIGHT} overflow="visible">
              {week.answers > 0 && (
                <g className={styles.column}>
                  <rect
                    className={styles.all}
                    fill="url(#stats-hatch-wide)"
                    x="17%"
                    width="66%"
                    y={WEEKS_BASE - heightOf(week.answers)}
                    height={heightOf(week.answers)}
                    rx="3"
                  />
                  <rect
                    className={styles.right}
                    x="15%"
                    width="70%"
                    y={WEEKS_BASE - heightOf(week.right)}
                    height={heightOf(week.right)}
                    rx="1.5"
                  />
                </g>
              )}
              {week.answers === 0 && index >= firstIndex && (
                <circle className={styles.none} cx="50%" cy={WEEKS_BASE} r="3.5" />
              )}
              {week.answers > 0 && (index === best || index === weeks.length - 1) && (
                <text className={styles.figure} x="50%" textAnchor="middle" y={WEEKS_BASE - heightOf(week.answers) - 6}>
                  {STATS_STRINGS.number(week.answers)}
                </text>
              )}
              <WeekLabel week={week} index={index} last={weeks.length - 1} />
            </svg>
          ))}
        </svg>
      </div>
      <p className={styles.key} aria-hidden="true">
        <span>
          <svg width="12" height="12">
            <rect className={styles.right} x="1" y="1" width="10" height="10" rx="2" />
          </svg>
          {STATS_STRINGS.right}
        </span>
        <span>
          <svg width="12" height="12">
            <rect className={styles.all} fill="url(#stats-hatch-wide)" x="1" y="1" width="10" height="10" rx="2" />
          </svg>
          {STATS_STRINGS.notRight}
        </span>
      </p>
    </>
  )
}

function WeekLabel({ week, index, last }: { week: Week; index: number; last: number }) {
  if (index === last) {
    return (
      <text x="100%" textAnchor="end" y={WEEKS_BASE + 19}>
        {STATS_STRINGS.now}
      </text>
    )
  }
  if (!LABELLED_WEEKS.some((labelled) => labelled === index)) return null
  return (
    <text x={index === 0 ? '0' : '50%'} textAnchor={index === 0 ? 'start' : 'middle'} y={WEEKS_BASE + 19}>
      {STATS_STRINGS.shortDay(week.from)}
    </text>
  )
}

const SPEED_BASE = 92

/** How long right answers took, with a column for each second, the median and the quartiles. */
export function Speed({ speed }: { speed: NonNullable<MyStats['speed']> }) {
  const most = Math.max(...speed.seconds)
  const at = (ms: number) => `${(ms / (speed.seconds.length * 1000)) * 100}%`
  const width = 100 / speed.seconds.length
  return (
    <Card className={styles.card} aria-labelledby="stats-speed">
      <div>
        <h2 className={styles.title} id="stats-speed">
          {STATS_STRINGS.speed}
        </h2>
        <p className={styles.note}>{STATS_STRINGS.speedNote(speed.lower_ms, speed.upper_ms, speed.median_ms)}</p>
      </div>
      <svg className={styles.plot} height={128} aria-hidden="true">
        {speed.seconds.map((count, second) => {
          const height = (count / most) * 78
          const x = `${second * width}%`
          return (
            <svg key={x} x={x} width={`${width}%`} height={SPEED_BASE} overflow="visible">
              {count > 0 && (
                <g className={styles.column}>
                  <rect className={styles.right} x="6%" width="88%" y={SPEED_BASE - height} height={height} rx="2" />
                </g>
              )}
            </svg>
          )
        })}
        <line className={styles.base} x1="0" x2="100%" y1={SPEED_BASE} y2={SPEED_BASE} />
        <line
          className={styles.quartiles}
          x1={at(speed.lower_ms)}
          x2={at(speed.upper_ms)}
          y1={SPEED_BASE + 8}
          y2={SPEED_BASE + 8}
        />
        <svg x={at(speed.median_ms)} overflow="visible">
          <line className={styles.median} x1="0" x2="0" y1="4" y2={SPEED_BASE + 14} />
          <text
            className={styles.figure}
            x={speed.median_ms > 14_000 ? -7 : 7}
            textAnchor={speed.median_ms > 14_000 ? 'end' : 'start'}
            y="12"
          >
            {STATS_STRINGS.seconds(speed.median_ms)}
          </text>
        </svg>
        {[0, 5, 10, 15, 20].map((second) => (
          <text
            key={second}
            x={at(second * 1000)}
            y={SPEED_BASE + 30}
            textAnchor={second === 0 ? 'start' : second === 20 ? 'end' : 'middle'}
          >
            {second === 20 ? '20 s' : second}
          </text>
        ))}
      </svg>
      <p className={styles.note}>{STATS_STRINGS.speedCount(speed.count)}</p>
    </Card>
  )
}

/** The three games with the most points. */
export function BestGames({ games }: { games: MyStats['best_games'] }) {
  return (
    <Card className={styles.card} aria-labelledby="stats-games">
      <h2 className={styles.title} id="stats-games">
        {STATS_STRINGS.bestGames}
      </h2>
      <ol className={styles.games}>
        {games.map((game) => (
          <li key={game.at}>
            <div>
              <b>{STATS_STRINGS.number(game.points)}</b>
              <small>{STATS_STRINGS.gameRight(game.right, game.questions)}</small>
            </div>
            <div className={styles.place}>
              <span>{STATS_STRINGS.gamePlace(game.place, game.players)}</span>
              <small>{STATS_STRINGS.dayOf(game.at)}</small>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Lists the parts that are not shown yet, and what it takes to see them. */
export function MoreAsYouPlay({ stats }: { stats: MyStats }) {
  const later = [
    ...(stats.speed ? [] : [[STATS_STRINGS.speed, STATS_STRINGS.speedLater] as const]),
    ...(stats.best_games.length > 0 ? [] : [[STATS_STRINGS.bestGames, STATS_STRINGS.gamesLater] as const]),
    ...(stats.fact_count > 0 ? [] : [[STATS_STRINGS.forGood, STATS_STRINGS.factsLater] as const]),
  ]
  if (later.length === 0) return null
  return (
    <Card className={styles.card} aria-labelledby="stats-more">
      <h2 className={styles.title} id="stats-more">
        {STATS_STRINGS.moreAsYouPlay}
      </h2>
      <ul className={styles.later}>
        {later.map(([what, takes]) => (
          <li key={what}>
            <b>{what}</b> <span>{takes}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
