import type { StageGame } from '@quizmaster/contract/http/stage'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { keepBrowserAwake } from '../../../platform/keep-browser-awake.ts'
import { announce } from '../../../ui/feedback/announce.tsx'
import { followStage, useStage } from './follow-stage.ts'
import { StageFrame } from './stage-frame.tsx'
import { StageGetReady } from './stage-get-ready.tsx'
import { StageLobby } from './stage-lobby.tsx'
import { StagePair } from './stage-pair.tsx'
import { StageQuestion } from './stage-question.tsx'
import { StageResults } from './stage-results.tsx'
import { StageReveal } from './stage-reveal.tsx'
import { useStageKeys } from './use-stage-keys.ts'
import { STAGE_STRINGS } from './strings.ts'

/** A big screen: the letters to pair it with, then the game that it follows. It controls nothing. */
export function Stage() {
  useTheme()
  useStageKeys()
  useEffect(followStage, [])
  const state = useStage((stage) => stage.state)
  const host = state?.game?.host
  useEffect(() => {
    if (host !== undefined) announce(STAGE_STRINGS.following(host))
  }, [host])
  const hasGame = Boolean(state?.game)
  // During a game nobody touches this screen, so it would turn off.
  useEffect(() => (hasGame ? keepBrowserAwake() : undefined), [hasGame])
  if (!state) return <StageFrame>{null}</StageFrame>
  return state.game ? <Game game={state.game} /> : <StagePair letters={state.letters ?? ''} />
}

function Game({ game }: { game: StageGame }) {
  switch (game.status) {
    case 'pending':
      return <StageLobby key={game.since} game={game} />
    case 'starting':
      return <StageGetReady game={game} />
    case 'running':
      if (!game.question) return <StageFrame>{null}</StageFrame>
      return game.reveal ? (
        <StageReveal
          key={`${game.since} ${game.question.index}`}
          game={game}
          question={game.question}
          reveal={game.reveal}
        />
      ) : (
        <StageQuestion key={`${game.since} ${game.question.index}`} game={game} question={game.question} />
      )
    case 'finished':
      return <StageResults game={game} />
    default:
      return game.status satisfies never
  }
}

/** Applies `?theme=dark` or `?theme=light`, for devices without such a setting. */
function useTheme(): void {
  const [search] = useSearchParams()
  const theme = search.get('theme')
  useEffect(() => {
    if (theme !== 'dark' && theme !== 'light') return undefined
    const { dataset } = document.documentElement
    dataset['theme'] = theme
    return () => {
      delete dataset['theme']
    }
  }, [theme])
}
