import type { StageGame } from '@quizmaster/contract/http/stage'
import { clsx } from 'clsx/lite'
import { useEffect } from 'react'
import { announce } from '../../../ui/feedback/announce.tsx'
import { waymarkAt } from '../../../ui/graphics/waymark-shapes.ts'
import { Waymark } from '../../../ui/graphics/waymark.tsx'
import { useSound } from '../game-sounds.ts'
import { tonightOf } from '../tonight.ts'
import { StageFrame, StageMark } from './stage-frame.tsx'
import { shapesOf } from './stage-shapes.ts'
import styles from './stage-results.module.css'
import { STAGE_STRINGS } from './strings.ts'

const STEPS = [styles.first, styles.second, styles.third]
const SHOWN_PLACES = 12
/** The positions of the confetti, in percent of the podium's height and width from the top left. */
const CONFETTI = [
  [17, 7],
  [34, 14],
  [11, 22],
  [25, 31],
  [22, 69],
  [10, 78],
  [36, 86],
  [16, 91],
  [6, 39],
  [7, 60],
] as const

/** The podium and the places after it. A cancelled game has no podium. */
export function StageResults({ game }: { game: StageGame }) {
  const { players } = game
  const isAbandoned = players.length === 1
  const hasPodium = !game.is_cancelled && !isAbandoned
  const winners = players.slice(0, STEPS.length).map(({ name }) => name)
  const podium = STAGE_STRINGS.readPodium(winners, (players[0]?.points ?? 0).toLocaleString('en'))
  const sentence = isAbandoned ? STAGE_STRINGS.abandoned : hasPodium ? podium : ''
  useEffect(() => announce(sentence), [sentence])
  useSound('podium', hasPodium ? game.since : null)
  const tonight = tonightOf(game)
  const listed = players.slice(hasPodium ? STEPS.length : 0)
  return (
    <StageFrame
      title={<h1 className={styles.title}>{STAGE_STRINGS.results}</h1>}
      end={tonight !== null && <span className={styles.tonight}>{tonight}</span>}
    >
      {isAbandoned ? (
        <div className={styles.abandoned}>
          <img src="/img/state-abandoned.svg" alt="" width={208} height={208} />
          <p>{STAGE_STRINGS.abandoned}</p>
        </div>
      ) : (
        <div className={clsx(styles.screen, (!hasPodium || listed.length === 0) && styles.alone)}>
          {hasPodium && <Podium game={game} />}
          <Table game={game} listedFrom={hasPodium ? STEPS.length : 0} />
        </div>
      )}
    </StageFrame>
  )
}

/** Hidden from screen readers, because the table has the same content. */
function Podium({ game }: { game: StageGame }) {
  const shapes = shapesOf(game)
  return (
    <div className={styles.podium} aria-hidden="true">
      {CONFETTI.map(([top, left], index) => {
        const shape = waymarkAt(index)
        const place = { top: `${top}%`, left: `${left}%`, rotate: `${(index * 47) % 360}deg` }
        return (
          <span key={place.rotate} className={clsx(styles.confetti, styles[shape])} style={place}>
            <Waymark shape={shape} />
          </span>
        )
      })}
      {game.players.slice(0, STEPS.length).map(({ id, name, points }, index) => (
        <div key={id} className={clsx(styles.step, STEPS[index])}>
          <StageMark shape={shapes.get(id) ?? 'peak'} />
          <span className={styles.winner}>{name}</span>
          <span className={styles.won}>{points.toLocaleString('en')}</span>
          <span className={styles.block}>{index + 1}</span>
        </div>
      ))}
    </div>
  )
}

/** All places. Those on the podium and those without room are only for screen readers. */
function Table({ game, listedFrom }: { game: StageGame; listedFrom: number }) {
  const shapes = shapesOf(game)
  const hasMore = game.players.length > SHOWN_PLACES
  const listedTo = hasMore ? SHOWN_PLACES - 1 : SHOWN_PLACES
  const isListed = (index: number) => index >= listedFrom && index < listedTo
  return (
    <section className={clsx(styles.table, game.players.length <= listedFrom && 'sr')}>
      <table>
        <caption className="sr">{STAGE_STRINGS.results}</caption>
        <thead>
          <tr>
            <th scope="col">{STAGE_STRINGS.place}</th>
            <th scope="col">{STAGE_STRINGS.player}</th>
            <th scope="col">{STAGE_STRINGS.points}</th>
          </tr>
        </thead>
        <tbody>
          {game.players.map(({ id, name, points }, index) => (
            <tr key={id} className={isListed(index) ? undefined : 'sr'}>
              <td>{index + 1}</td>
              <td>
                <span className={styles.player}>
                  <StageMark shape={shapes.get(id) ?? 'peak'} />
                  <span>{name}</span>
                </span>
              </td>
              <td>{points.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && <p className={styles.more}>{STAGE_STRINGS.morePlayers(game.players.length - listedTo)}</p>}
    </section>
  )
}
