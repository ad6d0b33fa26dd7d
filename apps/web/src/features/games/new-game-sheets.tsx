import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx'
import styles from '../../ui/sheet/sheet.module.css'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { type ActiveGame, useActiveGame } from './active-game.ts'
import { createGame } from './game-calls.ts'
import { GAME_PATHS } from './game-routing.ts'
import { GAME_STRINGS } from './strings.ts'
import { useOnce } from './use-once.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** The host of a game wants a new one: the present one would be cancelled (spec 4). */
export function CancelForNewGameSheet(props: Props) {
  return <NewGameSheet {...props} text={GAME_STRINGS.newGameCancels} />
}

/** A player in a game wants one of their own: they would leave it (spec 4). */
export function LeaveForNewGameSheet(props: Props) {
  return <NewGameSheet {...props} text={GAME_STRINGS.newGameLeaves} />
}

/** Asks until it is answered, or the game it asks about is over by another hand. */
function NewGameSheet({ isOpen, onClose, text }: Props & { text: string }) {
  const [isMade, setIsMade] = useState(false)
  const { isActing, run } = useOnce(
    () => createGame(true),
    () => setIsMade(true),
  )
  const isAsking = isOpen && !isMade && !isActing
  useEffect(() => {
    if (!isAsking) return undefined
    return useActiveGame.subscribe((now, before) => {
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
      isActing={isActing}
      onAct={run}
    />
  )
}

function isInGame({ game }: ActiveGame): boolean {
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
