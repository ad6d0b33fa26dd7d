import type { Game } from '@quizmaster/contract/http/games'
import { MIN_PLAYERS } from '@quizmaster/contract/limits'
import { type ReactNode, Suspense, useEffect } from 'react'
import { lazyNamed, prefetchChunk, whenIdle } from '../../platform/lazy.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { iconButtonClass } from '../../ui/controls/icon-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingsIcon } from '../../ui/graphics/icons.tsx'
import { WarningIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { waymarkAt } from '../../ui/graphics/waymark-shapes.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { openModal } from '../modals/modal-store.ts'
import { useTopicNames } from '../questions/topic-calls.ts'
import { hasClock, isHost } from './game.ts'
import { archiveGame, leaveGame, showGameFailure } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import { GameSkeleton } from './game-skeleton.tsx'
import { Invitation } from './invitation.tsx'
import styles from './lobby.module.css'
import { LobbyCard } from './lobby-card.tsx'
import { PlayerList } from './player-list.tsx'
import { SoundSwitch } from './sound-switch.tsx'
import { GAME_STRINGS } from './strings.ts'
import { useGameOnScreen } from './use-game-navigation.ts'

/** Lazy, because it is not needed before the game starts. */
const Countdown = lazyNamed(() => import('./countdown.tsx'), 'Countdown')

type LobbyProps = {
  /** Whether a sheet is about to cover the lobby, so that the QR code can wait. */
  isCovered?: boolean
}

/** The lobby: the waiting room, the countdown, or the running game. */
export function GameLobby({ isCovered = false }: LobbyProps) {
  const { game, userId } = useGameOnScreen('lobby')
  useEffect(() => whenIdle(() => prefetchChunk(Countdown.preload)), [])
  if (!game) return <GameSkeleton />
  return (
    <Page>
      {game.status === 'pending' && <PendingLobby game={game} userId={userId} isCovered={isCovered} />}
      {game.status === 'starting' && (
        <Suspense fallback={null}>
          <Countdown endsAtMs={game.phase_ends_at ?? 0} isRelaxed={game.is_relaxed === true} />
        </Suspense>
      )}
      {game.status === 'running' && <RunningLobby game={game} userId={userId} />}
    </Page>
  )
}

type Props = { game: Game; userId: string | null }

/** The lobby before the start: the invitation, the players and the topics. */
function PendingLobby({ game, userId, isCovered }: Props & { isCovered: boolean }) {
  const isByHost = isHost(game, userId)
  return (
    <>
      <LobbyHead>
        {isByHost && (
          <Link
            to={GAME_PATHS.settings}
            className={iconButtonClass({ size: 'small' })}
            aria-label={GAME_STRINGS.settings}
          >
            <SettingsIcon />
          </Link>
        )}
        {isByHost ? (
          <LeaveButton label={GAME_STRINGS.archiveGame} onLeave={archiveGame} />
        ) : (
          <LeaveButton label={GAME_STRINGS.leaveGame} onLeave={leaveGame} />
        )}
      </LobbyHead>
      <div className={styles.pending}>
        <Invitation game={game} isByHost={isByHost} isCovered={isCovered} />
        <div className={styles.lists}>
          <PlayerList game={game} userId={userId} isOpen />
          <LobbyTopics game={game} isByHost={isByHost} />
          <Card>
            <SoundSwitch />
          </Card>
        </div>
      </div>
    </>
  )
}

/** The lobby of a running game. The bottom bar leads back into the game; leaving and cancelling ask first. */
function RunningLobby({ game, userId }: Props) {
  const isByHost = isHost(game, userId)
  const { current_question_index: index } = game.state
  return (
    <>
      <LobbyHead>
        <Button
          variant="danger"
          size="small"
          onClick={() => openModal(isByHost ? 'cancelGameOnGameRunning' : 'leaveGameOnGameRunning', null)}
        >
          {isByHost ? GAME_STRINGS.cancelGame : GAME_STRINGS.leaveGame}
        </Button>
      </LobbyHead>
      <Card isRoomy className={styles.status}>
        <div>
          <h2>{GAME_STRINGS.inProgress}</h2>
          <p>{GAME_STRINGS.questionOf(index + 1, game.settings.question_count)}</p>
          {game.is_relaxed && <p>{GAME_STRINGS.relaxedTimeMeans}</p>}
        </div>
        <p className={styles.warning}>
          <WarningIcon weight={2.4} />
          <span>{isByHost ? GAME_STRINGS.cancelWarning : GAME_STRINGS.leaveWarning}</span>
        </p>
      </Card>
      <PlayerList game={game} userId={userId} />
    </>
  )
}

function LobbyHead({ children }: { children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h1 tabIndex={-1}>{GAME_STRINGS.fun}</h1>
      <div className={styles.ways}>{children}</div>
    </div>
  )
}

/** Archives or leaves the lobby without asking. The new state of the game decides where that leads. */
function LeaveButton({ label, onLeave }: { label: string; onLeave: () => Promise<unknown> }) {
  const { run, isPending, isDone } = useAction(onLeave, { onFailure: showGameFailure })
  return (
    <Button variant="danger" size="small" isPending={isPending || isDone} onClick={() => run()}>
      {label}
    </Button>
  )
}

/** The topics and the question count; without topics the host gets a link to choose some. */
function LobbyTopics({ game, isByHost }: { game: Game; isByHost: boolean }) {
  const { topics } = game.settings
  return (
    <LobbyCard title={GAME_STRINGS.topics} count={topics.length > 0 ? lengthOf(game) : null}>
      {topics.length > 0 ? <TopicNames ids={topics} /> : <NoTopics isByHost={isByHost} canStart={canStart(game)} />}
    </LobbyCard>
  )
}

function lengthOf(game: Game): string {
  const questions = GAME_STRINGS.questions(game.settings.question_count)
  return hasClock(game) ? questions : GAME_STRINGS.withoutClock(questions)
}

function canStart(game: Game): boolean {
  return game.players.length >= MIN_PLAYERS
}

function NoTopics({ isByHost, canStart: isStartShown }: { isByHost: boolean; canStart: boolean }) {
  return (
    <div className={styles.none}>
      <p>{GAME_STRINGS.noTopics}</p>
      {isByHost && (
        // A screen has only one primary button: "Start game", if that is shown.
        <Link to={GAME_PATHS.settings} className={buttonClass({ variant: isStartShown ? 'dark' : 'primary' })}>
          {GAME_STRINGS.chooseTopics}
        </Link>
      )}
    </div>
  )
}

function TopicNames({ ids }: { ids: Game['settings']['topics'] }) {
  const names = useTopicNames(true)
  if (!names) {
    return (
      <LoadingRegion className={styles.chips ?? ''}>
        {ids.map((id) => (
          <Skeleton key={id} width={112} height={36} radius={18} />
        ))}
      </LoadingRegion>
    )
  }
  const known = ids.flatMap((id) => names.get(id) ?? [])
  const unknownCount = ids.length - known.length
  return (
    <div className={styles.chips}>
      {known.map((name, index) => (
        <Chip key={name} shape={waymarkAt(index)}>
          {name}
        </Chip>
      ))}
      {unknownCount > 0 && <Chip>{`${known.length > 0 ? '+ ' : ''}${GAME_STRINGS.moreTopics(unknownCount)}`}</Chip>}
    </div>
  )
}
