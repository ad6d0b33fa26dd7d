import type { StageGame } from '@quizmaster/contract/http/stage'
import { clsx } from 'clsx/lite'
import { useEffect } from 'react'
import { announce } from '../../../ui/feedback/announce.tsx'
import { waymarkAt } from '../../../ui/graphics/waymark-shapes.ts'
import { Waymark } from '../../../ui/graphics/waymark.tsx'
import { tonightOf } from '../tonight.ts'
import { StageFrame, StageMark } from './stage-frame.tsx'
import { shapesOf } from './stage-shapes.ts'
import styles from './stage-results.module.css'
import { STAGE_STRINGS } from './strings.ts'

const STEPS = [styles.first, styles.second, styles.third]
const SHOWN_PLACES = 12
const CONFETTI = 10

/** The podium and the places after it. A game that was cancelled has no podium. */
export function StageResults({ game }: { game: StageGame }) {
  const { players } = game
  const isAbandoned = players.length === 1
  const hasPodium = !game.is_cancelled && !isAbandoned
  useEffect(() => {
    const [first] = players
    if (isAbandoned) announce(STAGE_STRINGS.abandoned)
    else if (hasPodium && first) {
      announce(
        STAGE_STRINGS.readPodium(
          players.slice(0, STEPS.length).map(({ name }) => name),
          first.points.toLocaleString('en'),
        ),
      )
    }
    // Once: results never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const tonight = tonightOf(game)
  const listed = players.slice(hasPodium ? STEPS.length : 0)
  return (
    <StageFrame
      title={<h1 className={styles.title}>{STAGE_STRINGS.results}</h1>}
      end={tonight !== null && <span className={styles.tonight}>{tonight}</span>}
    >
      {isAbandoned ? (
        <p className={styles.abandoned}>{STAGE_STRINGS.abandoned}</p>
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
      {Array.from({ length: CONFETTI }, (_, index) => (
        <span key={index} className={styles.confetti}>
          <Waymark shape={waymarkAt(index)} />
        </span>
      ))}
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

/** All places; those on the podium, and those for which there is no room, are only read out. */
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
