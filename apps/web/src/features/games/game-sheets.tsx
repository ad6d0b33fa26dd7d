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
import { GAME_SHEET_STRINGS } from './sheet-strings.ts'
import { GAME_STRINGS } from './strings.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** Asks a host who wants a new game: the current one would be cancelled. */
export function CancelForNewGameSheet(props: Props) {
  return <NewGameSheet {...props} text={GAME_SHEET_STRINGS.newGameCancels} />
}

/** Asks a player who wants a new game: they would leave the current one. */
export function LeaveForNewGameSheet(props: Props) {
  return <NewGameSheet {...props} text={GAME_SHEET_STRINGS.newGameLeaves} />
}

/** Closes by itself if the current game ends. */
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
      title={GAME_SHEET_STRINGS.newGameTitle}
      text={text}
      keep={GAME_SHEET_STRINGS.keepGame}
      onKeep={onClose}
      act={GAME_SHEET_STRINGS.startNew}
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
    <Sheet isOpen={isOpen} onClose={onClose} title={GAME_SHEET_STRINGS.newGameReady}>
      <p className={styles.text}>{GAME_SHEET_STRINGS.newGameReadyText}</p>
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

/** Asks the host before a running game is cancelled. Renders nothing for other players. */
export function CancelGameSheet(props: Props) {
  const isByHost = useCurrentGame(({ game, userId }) => Boolean(game && isHost(game, userId)))
  return isByHost && <EndGameSheet {...props} {...CANCELLING} />
}

/** Asks before a player leaves a running game for the dashboard. */
export function LeaveGameSheet(props: Props) {
  return <EndGameSheet {...props} {...LEAVING} />
}

/** How a sheet ends a running game, for the user or for everybody. */
interface Ending {
  title: string
  text: string
  act: string
  end: () => Promise<unknown>
  /** Where the user goes afterwards. */
  path: string
}

const CANCELLING: Ending = {
  title: GAME_SHEET_STRINGS.cancelTitle,
  text: GAME_SHEET_STRINGS.cancelText,
  act: GAME_STRINGS.cancelGame,
  end: cancelGame,
  path: GAME_PATHS.results,
}

const LEAVING: Ending = {
  title: GAME_SHEET_STRINGS.leaveTitle,
  text: GAME_SHEET_STRINGS.leaveText,
  act: GAME_STRINGS.leaveGame,
  end: leaveGame,
  path: GAME_PATHS.dashboard,
}

function EndGameSheet({ isOpen, onClose, title, text, act, end, path }: Props & Ending) {
  const navigate = useNavigate()
  const ending = useAction(end, {
    onDone() {
      onClose()
      void navigate(path, { replace: true })
    },
    onFailure: showGameFailure,
  })
  return (
    <ConfirmSheet
      isOpen={isOpen}
      title={title}
      text={text}
      keep={GAME_SHEET_STRINGS.keepGame}
      onKeep={onClose}
      act={act}
      isActing={ending.isPending}
      onAct={() => ending.run()}
    />
  )
}
