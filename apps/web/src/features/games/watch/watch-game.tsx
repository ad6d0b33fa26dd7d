import type { StageGame } from '@quizmaster/contract/http/stage'
import { ANSWER_MS } from '@quizmaster/contract/limits'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyNamed, prefetchChunk, whenIdle } from '../../../platform/lazy.ts'
import { announce } from '../../../ui/feedback/announce.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AnswersSkeleton } from '../../questions/answers.tsx'
import { QuestionCardSkeleton } from '../../questions/question-card.tsx'
import { QuestionLayout, QuestionMain } from '../../questions/question-layout.tsx'
import { TimerBar } from '../../questions/timer.tsx'
import { Countdown } from '../countdown.tsx'
import { useCurrentGame } from '../current-game.ts'
import { GAME_PATHS } from '../game-routes.ts'
import { useAwake } from '../use-awake-in-game.ts'
import { ClosedGame, FinishedGame, HiddenGame } from './seat-screens.tsx'
import { WATCH_STRINGS } from './strings.ts'
import { WatchQuestion } from './watch-question.tsx'
import { useWatchedGame } from './watched-game.ts'

const WatchResults = lazyNamed(() => import('./watch-results.tsx'), 'WatchResults')

/** A game that others play, and the seat in the next one, whose lobby opens by itself. */
export function WatchGame() {
  const { watched, leftId } = useWatchedGame()
  const nextStatus = useCurrentGame(({ game }) => game?.status)
  const [last, setLast] = useState(watched ?? null)
  if (watched && watched !== last) setLast(watched)
  useEffect(() => {
    if (nextStatus === 'pending') announce(WATCH_STRINGS.nextOpen)
  }, [nextStatus])
  // Prefetched, because the game may end while the server is unreachable.
  useEffect(() => whenIdle(() => prefetchChunk(WatchResults.preload)), [])
  useAwake(watched?.status === 'starting' || watched?.status === 'running')
  const screen = watched ? screenOf(watched) : null
  useFocusedHeading(screen)
  useAnnouncedSeat(screen)

  if (watched) return <Watched watched={watched} />
  // The state of the next game leads to its lobby, which takes a moment to appear.
  if (watched === undefined || nextStatus !== undefined) return last ? <Watched watched={last} /> : <WatchSkeleton />
  if (last === null || last.id === leftId) return <Navigate to={GAME_PATHS.dashboard} replace />
  return <ClosedGame host={last.host} />
}

function Watched({ watched }: { watched: WatchedGame }) {
  const { game, status } = watched
  const wasFinished = useWasFinished()
  if (status === 'finished') {
    return game && !wasFinished ? <WatchResults watched={watched} game={game} /> : <FinishedGame watched={watched} />
  }
  if (!game) return <HiddenGame watched={watched} />
  if (status === 'starting') {
    return (
      <Page>
        <Countdown endsAtMs={game.phase_ends_at ?? 0} isRelaxed={game.is_relaxed === true} />
      </Page>
    )
  }
  return <Running watched={watched} game={game} />
}

function Running({ watched, game }: { watched: WatchedGame; game: StageGame }) {
  const { question } = game
  if (!question) return <WatchSkeleton />
  return (
    <QuestionMain>
      <WatchQuestion key={question.id} watched={watched} game={game} question={question} />
    </QuestionMain>
  )
}

function WatchSkeleton() {
  return (
    <QuestionMain>
      <QuestionLayout timer={<TimerBar leftMs={0} totalMs={ANSWER_MS} />} isLoading>
        <QuestionCardSkeleton />
        <AnswersSkeleton />
      </QuestionLayout>
    </QuestionMain>
  )
}

/** Whether the game was finished when its link was opened, so that there was nothing to watch. */
function useWasFinished(): boolean {
  const state: unknown = useLocation().state
  return typeof state === 'object' && state !== null && 'isFinished' in state
}

type WatchScreen = 'play' | 'results' | 'seat'

function screenOf({ status, game }: WatchedGame): WatchScreen {
  if (!game) return 'seat'
  return status === 'finished' ? 'results' : 'play'
}

/** Announces the seat once, on arrival, before the answers of the question. */
function useAnnouncedSeat(screen: WatchScreen | null): void {
  const isPlay = screen === 'play'
  useLayoutEffect(() => {
    if (isPlay) announce(`${WATCH_STRINGS.watching}. ${WATCH_STRINGS.keptForNext}.`)
  }, [isPlay])
}

/** Focuses the heading of the next screen, because the focus was lost with the previous one. */
function useFocusedHeading(screen: WatchScreen | null): void {
  const before = useRef<WatchScreen | null>(null)
  useEffect(() => {
    const hasChanged = before.current !== null && before.current !== screen
    before.current = screen
    if (!hasChanged || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [screen])
}
