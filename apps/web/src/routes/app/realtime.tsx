import type { UserId } from '@quizmaster/contract/ids'
import { useEffect } from 'react'
import { onModalChange, openModal } from '../../features/modals/modal-store.ts'
import { Celebrations } from '../../features/progress/celebrations.ts'
import { followProgress } from '../../features/progress/follow-progress.ts'
import { openRealtime } from '../../platform/realtime/realtime.ts'

/** The realtime connections of the one who is signed in, open on every screen of `/app` (product 2). */
export function Realtime({ userId }: { userId: UserId }) {
  useEffect(() => {
    const close = openRealtime()
    const celebrations = new Celebrations(openModal)
    const unfollow = followProgress(userId, (kind, reached) => celebrations.add(kind, reached))
    const unlisten = onModalChange((isOpened) => celebrations.setSheetOpen(isOpened))
    return () => {
      unlisten()
      unfollow()
      celebrations.stop()
      close()
    }
  }, [userId])
  return null
}
