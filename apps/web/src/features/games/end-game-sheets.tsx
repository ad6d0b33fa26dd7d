import { useNavigate } from 'react-router'
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx'
import { useActiveGame } from './active-game.ts'
import { cancelGame, leaveGame } from './game-calls.ts'
import { isHost } from './game-facts.ts'
import { GAME_PATHS } from './game-routing.ts'
import { GAME_STRINGS } from './strings.ts'
import { useOnce } from './use-once.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** Asks the host before a running game is cancelled; anybody else sees nothing (spec 5). */
export function CancelGameSheet({ isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const isByHost = useActiveGame(({ game, userId }) => Boolean(game && isHost(game, userId)))
  const { isActing, run } = useOnce(cancelGame, () => {
    onClose()
    void navigate(GAME_PATHS.results, { replace: true })
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
      isActing={isActing}
      onAct={run}
    />
  )
}

/** Asks before a player leaves a running game, which leads to the dashboard (spec 4). */
export function LeaveGameSheet({ isOpen, onClose }: Props) {
  const navigate = useNavigate()
  const { isActing, run } = useOnce(leaveGame, () => {
    onClose()
    void navigate(GAME_PATHS.dashboard, { replace: true })
  })
  return (
    <ConfirmSheet
      isOpen={isOpen}
      title={GAME_STRINGS.leaveTitle}
      text={GAME_STRINGS.leaveText}
      keep={GAME_STRINGS.keepGame}
      onKeep={onClose}
      act={GAME_STRINGS.leaveGame}
      isActing={isActing}
      onAct={run}
    />
  )
}
