import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type QuestionPhase, useQuestionPhase } from '../questions/question-gate.ts'
import { endSession } from '../../platform/session.ts'
import { SCOUT } from '../../testing/stats.ts'
import { HeaderLevel } from './level-bar.tsx'
import { readStats, takeStats, takeStatsUpdate } from './stats-store.ts'

afterEach(() => {
  cleanup()
  act(() => endSession())
})

function Screen({ phase = 'none' }: { phase?: QuestionPhase }) {
  useQuestionPhase(phase)
  return <HeaderLevel />
}
const percent = () => screen.getByRole<HTMLProgressElement>('progressbar').value

test('the header shows the level and its progress once they are known', () => {
  render(<Screen />)
  expect(screen.queryByRole('progressbar')).toBeNull()
  act(() => takeStats({ ...SCOUT, current_points: 70, next_level_points: 280 }))
  expect(screen.getByText('Lvl. 23')).toBeDefined()
  expect(percent()).toBe(25)
})

test('points that arrive before the verdict are shown together with it', () => {
  const { rerender } = render(<Screen phase="open" />)
  act(() => takeStats({ ...SCOUT, current_points: 70 }))
  expect(percent()).toBe(25)
  rerender(<Screen phase="judging" />)
  act(() => takeStats({ ...SCOUT, current_points: 140 }))
  expect(percent()).toBe(25)
  rerender(<Screen phase="none" />)
  expect(percent()).toBe(50)
})

test('points from another device move the bar while a question is open', () => {
  render(<Screen phase="open" />)
  act(() => takeStats({ ...SCOUT, current_points: 70 }))
  act(() => takeStats({ ...SCOUT, current_points: 140 }))
  expect(percent()).toBe(50)
})

const withPoints = (points: number) => ({ ...SCOUT, current_points: points, total_points: 3_680 + points })

test('of two awards at the same moment the higher total is shown, in whichever order they are announced', () => {
  render(<Screen />)
  act(() => takeStatsUpdate(withPoints(70)))
  act(() => takeStatsUpdate(withPoints(210)))
  act(() => takeStatsUpdate(withPoints(140)))
  expect(percent()).toBe(75)
})

test('points that were read are shown even if they are lower, as after a backup was restored', async () => {
  render(<Screen />)
  act(() => takeStatsUpdate(withPoints(210)))
  await act(() => readStats(async () => withPoints(70)))
  expect(percent()).toBe(25)
})

test('points that arrive while older ones are being read stay', async () => {
  render(<Screen />)
  act(() => takeStatsUpdate(withPoints(70)))
  const read = readStats(async () => {
    act(() => takeStatsUpdate(withPoints(210)))
    return withPoints(140)
  })
  await act(() => read)
  expect(percent()).toBe(75)
})

test('the last level is a full bar', () => {
  render(<Screen />)
  act(() => takeStats({ ...SCOUT, level: 80, current_points: 840, next_level_points: 840 }))
  expect(percent()).toBe(100)
})

test("the next user does not see the previous user's stats", () => {
  render(<Screen />)
  act(() => takeStats(SCOUT))
  act(() => endSession())
  expect(screen.queryByText(/^Lvl/)).toBeNull()
})
