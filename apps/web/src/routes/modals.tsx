import { type ModalBodies, ModalHost } from '../features/modals/modal-host.tsx'
import { lazyNamed } from '../platform/lazy.ts'

/** The component of each kind of modal, from its feature. */
const BODIES: ModalBodies = {
  reportComplaint: lazyNamed(() => import('../features/questions/complaint-sheet.tsx'), 'ComplaintSheet'),
  newLevel: lazyNamed(() => import('../features/progress/celebration-sheets.tsx'), 'NewLevel'),
  newRank: lazyNamed(() => import('../features/progress/celebration-sheets.tsx'), 'NewRank'),
  confirmCancelActiveGameOnNewGame: lazyNamed(
    () => import('../features/games/game-sheets.tsx'),
    'CancelForNewGameSheet',
  ),
  leaveGameOnNewGame: lazyNamed(() => import('../features/games/game-sheets.tsx'), 'LeaveForNewGameSheet'),
  leaveGameOnGameRunning: lazyNamed(() => import('../features/games/game-sheets.tsx'), 'LeaveGameSheet'),
  cancelGameOnGameRunning: lazyNamed(() => import('../features/games/game-sheets.tsx'), 'CancelGameSheet'),
  removePlayer: lazyNamed(() => import('../features/games/remove-player-sheet.tsx'), 'RemovePlayerSheet'),
  premiumSuccess: lazyNamed(() => import('../features/plans/premium-success.tsx'), 'PremiumSuccess'),
}

/** Renders the open modal, if any. */
export function Modals() {
  return <ModalHost bodies={BODIES} />
}
