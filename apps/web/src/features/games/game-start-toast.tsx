import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { ActionToast } from '../../ui/feedback/action-toast.tsx'
import { useIsTimedQuestionOpen } from '../questions/question-gate.ts'
import { rememberedGame, useCurrentGame } from './current-game.ts'
import { isHost } from './game.ts'
import { GAME_PATHS, gameScreenAt } from './game-routes.ts'
import { GAME_FRAME_STRINGS } from './frame-strings.ts'

/**
 * Tells a guest who is on another screen that the game has started, until they go to it, dismiss the toast, or the game
 * is over. The toast waits while a timed question is unanswered.
 */
export function GameStartToast() {
  const { status, dismiss } = useStartNotice()
  const isHeldBack = useIsTimedQuestionOpen()
  if (status === null || isHeldBack) return null
  return (
    <ActionToast title={GAME_FRAME_STRINGS.gameStarts} action={GAME_FRAME_STRINGS.goToGame} onDismiss={dismiss}>
      <Link
        to={status === 'running' ? GAME_PATHS.play : GAME_PATHS.lobby}
        className={buttonClass({ variant: 'dark', size: 'small' })}
      >
        {GAME_FRAME_STRINGS.goToGame}
      </Link>
    </ActionToast>
  )
}

/** The status of a game that started while the guest was on another screen; null for none. */
function useStartNotice(): { status: 'starting' | 'running' | null; dismiss: () => void } {
  const screen = gameScreenAt(useLocation().pathname)
  const { game, userId } = useCurrentGame()
  const last = useRef(rememberedGame())
  const [startedId, setStartedId] = useState<string | null>(null)

  const id = game?.id ?? null
  const status = game?.status === 'starting' || game?.status === 'running' ? game.status : null
  const isThere = screen === 'lobby' || screen === 'play'
  const isPending = game?.status === 'pending'
  const isGuest = Boolean(game && !isHost(game, userId))
  const isKnown = game !== undefined
  useEffect(() => {
    if (!isKnown) return
    const hasStarted = isGuest && status !== null && last.current?.id === id && last.current.status === 'pending'
    last.current = id !== null && isPending ? { id, status: 'pending' } : null
    if (hasStarted) setStartedId(id)
  }, [isKnown, isGuest, isPending, id, status])

  const isNoticed = startedId !== null && (isThere || startedId !== id || status === null)
  if (isNoticed) setStartedId(null)
  return { status: startedId === null || isNoticed ? null : status, dismiss: () => setStartedId(null) }
}
