import type { StageGame } from '@quizmaster/contract/http/stage'
import type { PlayerId } from '@quizmaster/contract/ids'
import { clsx } from 'clsx/lite'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { siteOrigin } from '../../../platform/api-origin.ts'
import { announce } from '../../../ui/feedback/announce.tsx'
import { LockIcon } from '../../../ui/graphics/icons.tsx'
import { Line } from '../../../ui/graphics/line-icon.tsx'
import { QrCode } from '../../../ui/graphics/qr-code.tsx'
import { GAME_PATHS } from '../game-routes.ts'
import { playSound } from '../game-sounds.ts'
import { playerChanges } from '../player-changes.ts'
import { useShareOrigin } from '../share-origin.ts'
import { useTopicNames } from '../../questions/topic-calls.ts'
import { StageFrame, StageMark } from './stage-frame.tsx'
import styles from './stage-lobby.module.css'
import { shapesOf } from './stage-shapes.ts'
import { StageSoundButton } from './stage-sound-button.tsx'
import { STAGE_STRINGS } from './strings.ts'

/**
 * Up to `FEW` players, rows are high; up to `SOME`, they are lower; above `MOST`, only the newest players are listed.
 */
const FEW = 6
const SOME = 12
const MOST = 24
/** Digits in each half of the id. */
const GROUP = 4
const SCHEME = /^https?:\/\//

/** The lobby: how to join it, large enough to read from the back of the room, and who has joined. */
export function StageLobby({ game }: { game: StageGame }) {
  useAnnouncedPlayers(game)
  useLock(game)
  return (
    <StageFrame
      end={<span>{STAGE_STRINGS.starts(game.host)}</span>}
      footer={
        <>
          <Facts settings={game.settings} />
          <StageSoundButton />
        </>
      }
    >
      <div className={styles.two}>
        <Code game={game} />
        <section className={styles.right}>
          <Id game={game} />
          <h1 className={styles.playersHead}>
            {STAGE_STRINGS.players} <b>{game.players.length}</b>
          </h1>
          <Players game={game} />
        </section>
      </div>
    </StageFrame>
  )
}

function Code({ game: { id, host, is_locked } }: { game: StageGame }) {
  const origin = useShareOrigin()
  if (is_locked) return <CodePlaceholder icon={<LockIcon />} text={STAGE_STRINGS.locked} />
  if (id === null) return <CodePlaceholder icon={<HiddenIcon />} text={STAGE_STRINGS.ask(host)} />
  if (origin === null) return <CodePlaceholder icon={null} text={STAGE_STRINGS.noCode} />
  return (
    <div className={styles.code}>
      {origin !== undefined && <QrCode text={`${origin}${GAME_PATHS.join}/${id}`} label={STAGE_STRINGS.qrCode(id)} />}
    </div>
  )
}

/** Shown in place of the QR code, in the same size, so that nothing moves. */
function CodePlaceholder({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <div className={styles.shut}>
      {icon}
      <b>{text}</b>
    </div>
  )
}

function Id({ game: { id } }: { game: StageGame }) {
  const origin = useShareOrigin() ?? siteOrigin()
  if (id === null) {
    return (
      <p className={styles.id}>
        <span>{STAGE_STRINGS.gameId}</span>
        <b className={styles.hiddenId}>{STAGE_STRINGS.hidden}</b>
      </p>
    )
  }
  return (
    <p className={styles.id}>
      <span>{STAGE_STRINGS.joinAt(`${origin.replace(SCHEME, '')}/join`)}</span>
      <span className="sr">{Array.from(id).join(' ')}</span>
      <b aria-hidden="true">
        <span>{id.slice(0, GROUP)}</span>
        <span>{id.slice(GROUP)}</span>
      </b>
    </p>
  )
}

function Players({ game }: { game: StageGame }) {
  const { players } = game
  const [first] = useState(() => new Set<PlayerId>(players.map(({ id }) => id)))
  const shapes = shapesOf(game)
  const shown = players.length > MOST ? players.slice(1 - MOST) : players
  const size = shown.length <= FEW ? styles.few : shown.length <= SOME ? styles.some : styles.many
  return (
    <ul className={clsx(styles.players, size)}>
      {shown.map(({ id, name, is_host }) => (
        <li key={id} className={first.has(id) ? undefined : styles.newcomer}>
          <StageMark shape={shapes.get(id) ?? 'peak'} />
          <span className={styles.name}>{name}</span>
          {is_host && <span className={styles.host}>{STAGE_STRINGS.host}</span>}
        </li>
      ))}
      {shown.length < players.length && (
        <li className={styles.rest}>{STAGE_STRINGS.more(players.length - shown.length)}</li>
      )}
    </ul>
  )
}

function Facts({ settings: { topics, question_count } }: Pick<StageGame, 'settings'>) {
  const names = useTopicNames(topics.length > 0)
  const known = topics.flatMap((id) => names?.get(id) ?? []).join(', ')
  return <span>{[STAGE_STRINGS.questions(question_count), known].filter(Boolean).join(' · ')}</span>
}

function useAnnouncedPlayers({ players }: StageGame): void {
  const seen = useRef(players)
  useEffect(() => {
    const { joined, left } = playerChanges(seen.current, players)
    seen.current = players
    const [only] = joined
    if (only) playSound('join')
    if (only && joined.length === 1) announce(STAGE_STRINGS.joined(only.name, players.length))
    else if (joined.length > 1) announce(STAGE_STRINGS.manyJoined(joined.length, players.length))
    else if (left.length > 0) announce(STAGE_STRINGS.left(players.length))
  }, [players])
}

function useLock({ is_locked }: StageGame): void {
  const isLocked = is_locked === true
  useEffect(() => {
    if (isLocked) announce(STAGE_STRINGS.locked)
  }, [isLocked])
}

function HiddenIcon() {
  return (
    <Line d="M4 4l16 16M9.9 5.400A9.7 9.7 0 0 1 12 5.200c5 0 8.3 4 9.5 6.800a13 13 0 0 1-2.9 4M6.4 7.300A13 13 0 0 0 2.5 12c1.2 2.8 4.5 6.8 9.5 6.8 1.6 0 3-.4 4.2-1M9.8 9.900a3 3 0 0 0 4.2 4.2" />
  )
}
