import { useEffect } from 'react'
import { useAction } from '../../platform/use-action.ts'
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx'
import type { ModalData } from '../modals/modal-store.ts'
import { useCurrentGame } from './current-game.ts'
import { removePlayer, showGameFailure } from './game-calls.ts'
import { GAME_SHEET_STRINGS } from './sheet-strings.ts'

type Props = { data: ModalData['removePlayer']; isOpen: boolean; onClose: () => void }

/** Asks the host before a player is removed from the lobby. Closes once the player is gone, or the lobby is. */
export function RemovePlayerSheet({ isOpen, onClose, data }: Props) {
  const removing = useAction(() => removePlayer(data.userId), { onFailure: showGameFailure })
  const isInLobby = useCurrentGame(
    ({ game }) => game?.status === 'pending' && game.players.some((player) => player.user_id === data.userId),
  )
  useEffect(() => {
    if (isOpen && !isInLobby) onClose()
  }, [isOpen, isInLobby, onClose])
  return (
    <ConfirmSheet
      isOpen={isOpen && isInLobby}
      title={GAME_SHEET_STRINGS.removeTitle(data.name)}
      text={GAME_SHEET_STRINGS.removeText}
      keep={GAME_SHEET_STRINGS.keepPlayer}
      onKeep={onClose}
      act={GAME_SHEET_STRINGS.removePlayer}
      isActing={removing.isPending}
      onAct={() => removing.run()}
    />
  )
}
