import { type ModalBodies, ModalHost } from '../features/modals/modal-host.tsx'
import { lazyNamed } from '../platform/lazy.ts'

/** The bodies of the modal kinds whose features exist; each feature brings its own. */
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
  premiumSuccess: lazyNamed(() => import('../features/plans/premium-success.tsx'), 'PremiumSuccess'),
}

/** The place of the one modal, for every shell. */
export function Modals() {
  return <ModalHost bodies={BODIES} />
}
