import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx'
import styles from '../../ui/sheet/sheet.module.css'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { type CurrentGame, useCurrentGame } from './current-game.ts'
import { isHost } from './game.ts'
import { cancelGame, createGame, leaveGame, showGameFailure } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import { GAME_STRINGS } from './strings.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** The host of a game wants a new one: the present one would be cancelled (product 4). */
export function CancelForNewGameSheet(props: Props) {
  return <NewGameSheet {...props} text={GAME_STRINGS.newGameCancels} />
}

/** A player in a game wants one of their own: they would leave it (product 4). */
export function LeaveForNewGameSheet(props: Props) {
  return <NewGameSheet {...props} text={GAME_STRINGS.newGameLeaves} />
}

/** Asks until it is answered, or the game it asks about is over by another hand. */
function NewGameSheet({ isOpen, onClose, text }: Props & { text: string }) {
  const [isMade, setIsMade] = useState(false)
  const creating = useAction(() => createGame(true), { onDone: () => setIsMade(true), onFailure: showGameFailure })
  const isAsking = isOpen && !isMade && !creating.isPending
  useEffect(() => {
    if (!isAsking) return undefined
    return useCurrentGame.subscribe((now, before) => {
      if (isInGame(before) && !isInGame(now)) onClose()
    })
  }, [isAsking, onClose])

  if (isMade) return <NewGameMade isOpen={isOpen} onClose={onClose} />
  return (
    <ConfirmSheet
      isOpen={isOpen}
      title={GAME_STRINGS.newGameTitle}
      text={text}
      keep={GAME_STRINGS.keepGame}
      onKeep={onClose}
      act={GAME_STRINGS.startNew}
      isActing={creating.isPending}
      onAct={() => creating.run()}
    />
  )
}

function isInGame({ game }: CurrentGame): boolean {
  return Boolean(game && game.status !== 'finished')
}

function NewGameMade({ isOpen, onClose }: Props) {
  const navigate = useNavigate()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={GAME_STRINGS.newGameReady}>
      <p className={styles.text}>{GAME_STRINGS.newGameReadyText}</p>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          block
          onClick={() => {
            onClose()
            void navigate(GAME_PATHS.lobby)
          }}
        >
          {GAME_STRINGS.goToLobby}
        </Button>
      </div>
    </Sheet>
  )
}

/** Asks the host before a running game is cancelled; anybody else sees nothing (product 5). */
export function CancelGameSheet({ isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const isByHost = useCurrentGame(({ game, userId }) => Boolean(game && isHost(game, userId)))
  const cancelling = useAction(cancelGame, {
    onDone() {
      onClose()
      void navigate(GAME_PATHS.results, { replace: true })
    },
    onFailure: showGameFailure,
  })
  if (!isByHost) return null
  return (
    <ConfirmSheet
      isOpen={isOpen}
      title={GAME_STRINGS.cancelTitle}
      text={GAME_STRINGS.cancelText}
      keep={GAME_STRINGS.keepGame}
      onKeep={onClose}
      act={GAME_STRINGS.cancelGame}
      isActing={cancelling.isPending}
      onAct={() => cancelling.run()}
    />
  )
}

/** Asks before a player leaves a running game, which leads to the dashboard (product 4). */
export function LeaveGameSheet({ isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const leaving = useAction(leaveGame, {
    onDone() {
      onClose()
      void navigate(GAME_PATHS.dashboard, { replace: true })
    },
    onFailure: showGameFailure,
  })
  return (
    <ConfirmSheet
      isOpen={isOpen}
      title={GAME_STRINGS.leaveTitle}
      text={GAME_STRINGS.leaveText}
      keep={GAME_STRINGS.keepGame}
      onKeep={onClose}
      act={GAME_STRINGS.leaveGame}
      isActing={leaving.isPending}
      onAct={() => leaving.run()}
    />
  )
}
