import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRegions } from '../../../ui/feedback/announce.tsx'
import { buildOpenQuestion, buildStageGame, NOW_MS, QUESTION, REVEAL } from '../testing/build-stage-game.ts'
import { StageGetReady } from './stage-get-ready.tsx'
import { StageLobby } from './stage-lobby.tsx'
import { StagePair } from './stage-pair.tsx'
import { StageQuestion } from './stage-question.tsx'
import { StageResults } from './stage-results.tsx'
import { StageReveal } from './stage-reveal.tsx'

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(children: ReactNode) {
  const page = (body: ReactNode) => (
    <QueryClientProvider client={new QueryClient()}>
      <LiveRegions />
      {body}
    </QueryClientProvider>
  )
  const { rerender } = render(page(children))
  return (next: ReactNode) => rerender(page(next))
}

const said = () => [...document.querySelectorAll('#say p')].map((line) => line.textContent)

test('a stage announces its letters, and new ones once', () => {
  const showNext = show(<StagePair letters="HKRV" />)
  expect(screen.getByRole('heading', { name: 'Show a game here' })).toBeDefined()
  showNext(<StagePair letters="HKRV" />)
  showNext(<StagePair letters="BCDF" />)
  expect(said()).toEqual(['Show a game here. Letters: H, K, R, V', 'Show a game here. Letters: B, C, D, F'])
})

test('a lobby shows its id in two groups, and screen readers read it digit by digit', () => {
  show(<StageLobby game={buildStageGame(3)} />)
  expect(screen.getByText('4 8 2 1 3 0 6 7')).toBeDefined()
  expect(screen.getByText('4821')).toBeDefined()
  expect(screen.getByText('Anna Example starts the game')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Anna ExampleHost',
    'Player 1',
    'Player 2',
  ])
})

test('a lobby whose id is hidden shows neither id nor code', () => {
  show(<StageLobby game={buildStageGame(3, { id: null })} />)
  expect(screen.getByText('Hidden by the host')).toBeDefined()
  expect(screen.getByText('Ask Anna Example for the invitation')).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
})

test('a lobby announces one new player by name, and several by their number', () => {
  const showNext = show(<StageLobby game={buildStageGame(2)} />)
  showNext(<StageLobby game={buildStageGame(3)} />)
  showNext(<StageLobby game={buildStageGame(8)} />)
  showNext(<StageLobby game={buildStageGame(7)} />)
  expect(said()).toEqual(['Player 2 joined, 3 players', '5 players joined, 8 players', 'Somebody left, 7 players'])
})

test('a lobby announces when it is locked', () => {
  const showNext = show(<StageLobby game={buildStageGame(2)} />)
  showNext(<StageLobby game={buildStageGame(2, { is_locked: true })} />)
  showNext(<StageLobby game={buildStageGame(2, { is_locked: true, version: 3 })} />)
  expect(said()).toEqual(['The lobby is locked'])
})

test('the countdown announces the start, relaxed time, and each number', () => {
  show(
    <StageGetReady game={buildStageGame(2, { status: 'starting', is_relaxed: true, phase_ends_at: NOW_MS + 3_000 })} />,
  )
  act(() => void vi.advanceTimersByTime(1_100))
  expect(said()).toEqual(['Get ready', 'Relaxed time: the clock may run longer in this game.'])
  expect([...document.querySelectorAll('#alert p')].map((line) => line.textContent)).toEqual(['3', '2'])
})

test('a large lobby lists the newest players, and how many more there are', () => {
  show(<StageLobby game={buildStageGame(50)} />)
  const rows = screen.getAllByRole('listitem')
  expect(rows).toHaveLength(24)
  expect(rows[0]?.textContent).toBe('Player 27')
  expect(rows.at(-1)?.textContent).toBe('and 27 more')
})

test('the remaining time is announced at 10, 5 and 3 s, without repeating the question', () => {
  show(<StageQuestion game={buildOpenQuestion()} question={QUESTION} />)
  expect(screen.getByText('1 of 12')).toBeDefined()
  for (const [waitMs, line] of [
    [10_050, '10 seconds'],
    [5_000, '5 seconds'],
    [2_000, '3 seconds'],
  ] as const) {
    act(() => void vi.advanceTimersByTime(waitMs))
    expect(said().filter((each) => each === line)).toHaveLength(1)
    expect(said().join()).not.toContain('Question')
  }
  expect(document.querySelector('[role=button], button, a, input')).toBeNull()
})

test('a question is announced in full when it opens', () => {
  show(<StageQuestion game={buildOpenQuestion()} question={QUESTION} />)
  expect(said()).toEqual([
    'Question 3 of 10, Lighthouses. How do sailors know a lighthouse? A: Width. B: Rhythm. C: Hour. D: Height.',
  ])
})

test('with relaxed time the stage waits after the usual time and shows no count', () => {
  const game = buildOpenQuestion({ is_relaxed: true, phase_ends_at: NOW_MS - 1 })
  show(<StageQuestion game={game} question={{ ...QUESTION, answer_count: null }} />)
  expect(screen.getByText('Waiting for answers')).toBeDefined()
  expect(screen.getByText('Relaxed time')).toBeDefined()
  expect(screen.queryByText('have answered')).toBeNull()
})

test('a game without a clock shows neither seconds nor a time bar', () => {
  show(
    <StageQuestion
      game={buildOpenQuestion({ settings: { topics: [], question_count: 10, has_clock: false } })}
      question={QUESTION}
    />,
  )
  expect(screen.queryByText('seconds')).toBeNull()
  expect(screen.getByText('1 of 12')).toBeDefined()
})

test('a reveal shows the answer, the first eight places, and how many more there are', () => {
  const players = buildStageGame(12).players.map((player, n) => ({
    ...player,
    gained: 500,
    old_place: n === 0 ? 2 : n === 1 ? 1 : n + 1,
  }))
  show(<StageReveal game={buildOpenQuestion({ players })} question={QUESTION} reveal={REVEAL} />)
  expect(said()).toEqual(['The answer is B, Rhythm. Each has its own.'])
  const rows = within(screen.getByRole('region', { name: 'Ranking' })).getAllByRole('listitem')
  expect(rows).toHaveLength(8)
  expect(rows[0]?.textContent).toContain('Anna Example')
  expect(screen.getByText('and 4 more players')).toBeDefined()
})

test('the results have all places for screen readers, and announce who has won', () => {
  show(<StageResults game={buildStageGame(50, { status: 'finished' })} />)
  expect(screen.getAllByRole('row')).toHaveLength(51)
  expect(said()).toEqual(['Anna Example has won with 50,000 points. Player 1 is second, Player 2 third.'])
  expect(screen.getByText('and 39 more players')).toBeDefined()
})

test('the results of an abandoned game say so', () => {
  show(<StageResults game={buildStageGame(1, { status: 'finished' })} />)
  expect(screen.getByRole('heading', { name: 'Game results' })).toBeDefined()
  expect(said()).toEqual(['This game was abandoned'])
})
