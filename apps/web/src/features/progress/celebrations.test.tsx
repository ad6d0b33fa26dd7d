import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTimedQuestionOpen, type QuestionPhase, useQuestionPhase } from '../questions/question-gate.ts'
import { markPanelOpen } from '../../ui/sheet/open-panels.ts'
import { Celebrations } from './celebrations.ts'

const LEVEL = { level: 12, rank: 'Rambler', rank_number: 2 }
const RANK = { level: 21, rank: 'Scout', rank_number: 3 }
let opened: string[]
let celebrations: Celebrations

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  celebrations = new Celebrations((kind, { level }) => opened.push(`${kind} ${level}`))
})
afterEach(() => {
  celebrations.stop()
  setTimedQuestionOpen(false)
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTime(ms)
const pointer = (type: string) => document.dispatchEvent(new MouseEvent(type, { bubbles: true }))
function Question({ phase }: { phase: QuestionPhase }) {
  useQuestionPhase(phase)
  return null
}
/** Closes the sheet that is open. */
const closeSheet = () => celebrations.setSheetOpen(false)

test('a sheet opens 1 s after its event', () => {
  celebrations.add('newLevel', LEVEL)
  pass(999)
  expect(opened).toEqual([])
  pass(1)
  expect(opened).toEqual(['newLevel 12'])
})

test('the level comes before the rank, which follows when the first sheet has closed', () => {
  celebrations.add('newRank', RANK)
  pass(500)
  celebrations.add('newLevel', LEVEL)
  pass(60_000)
  expect(opened).toEqual(['newLevel 12'])
  closeSheet()
  pass(299)
  expect(opened).toHaveLength(1)
  pass(1)
  expect(opened).toEqual(['newLevel 12', 'newRank 21'])
})

test('a sheet waits while something else covers the app', () => {
  const unmark = markPanelOpen(document.createElement('div'))
  celebrations.add('newLevel', LEVEL)
  pass(60_000)
  expect(opened).toEqual([])
  unmark()
  pass(300)
  expect(opened).toEqual(['newLevel 12'])
})

test('a waiting level is replaced by a later one', () => {
  celebrations.setSheetOpen(true)
  celebrations.add('newLevel', LEVEL)
  pass(5_000)
  celebrations.add('newLevel', { ...LEVEL, level: 13 })
  pass(5_000)
  closeSheet()
  pass(60_000)
  expect(opened).toEqual(['newLevel 13'])
})

test('a celebration does not cover another sheet', () => {
  celebrations.setSheetOpen(true)
  celebrations.add('newLevel', LEVEL)
  pass(60_000)
  expect(opened).toEqual([])
})

test('no sheet opens while a finger is down, nor in the click of its release', () => {
  celebrations.add('newLevel', LEVEL)
  pointer('pointerdown')
  pass(60_000)
  expect(opened).toEqual([])
  pointer('pointerup')
  expect(opened).toEqual([])
  pass(10)
  expect(opened).toEqual(['newLevel 12'])
})

test('a timed question is not covered until it is answered', () => {
  setTimedQuestionOpen(true)
  celebrations.add('newLevel', LEVEL)
  pass(20_000)
  expect(opened).toEqual([])
  setTimedQuestionOpen(false)
  pass(0)
  expect(opened).toEqual(['newLevel 12'])
})

test.each(['open', 'judging'] as const)('a level reached while a question is %s waits for "Next question"', (phase) => {
  const { rerender } = render(<Question phase={phase} />)
  pass(1_000)
  celebrations.add('newLevel', LEVEL)
  pass(60_000)
  expect(opened).toEqual([])
  rerender(<Question phase="none" />)
  pass(0)
  expect(opened).toEqual(['newLevel 12'])
})

test('pressing "Next question" right after the verdict does not postpone the sheet', () => {
  const { rerender } = render(<Question phase="none" />)
  celebrations.add('newLevel', LEVEL)
  pass(200)
  rerender(<Question phase="open" />)
  pass(799)
  expect(opened).toEqual([])
  pass(1)
  expect(opened).toEqual(['newLevel 12'])
})

test('an event that arrives just after "Next question" does not wait for the next verdict', () => {
  const { rerender } = render(<Question phase="none" />)
  rerender(<Question phase="open" />)
  pass(500)
  celebrations.add('newLevel', LEVEL)
  pass(1_000)
  expect(opened).toEqual(['newLevel 12'])
})

test('the sheet opens only after the press on "Next question" is released', () => {
  const { rerender } = render(<Question phase="none" />)
  pointer('pointerdown')
  celebrations.add('newLevel', LEVEL)
  pass(1_000)
  expect(opened).toEqual([])
  pointer('pointerup')
  rerender(<Question phase="open" />)
  pass(10)
  expect(opened).toEqual(['newLevel 12'])
})

test('if the new question is answered before the sheet opens, its verdict comes first', () => {
  const { rerender } = render(<Question phase="open" />)
  celebrations.add('newLevel', LEVEL)
  pass(900)
  rerender(<Question phase="judging" />)
  pass(60_000)
  expect(opened).toEqual([])
  rerender(<Question phase="none" />)
  pass(0)
  expect(opened).toEqual(['newLevel 12'])
})

test('a level reached over a later question waits, even if the questions changed within one render', () => {
  const { rerender } = render(<Question key="1" phase="open" />)
  pass(600)
  rerender(<Question key="2" phase="open" />)
  pass(600)
  celebrations.add('newLevel', LEVEL)
  pass(60_000)
  expect(opened).toEqual([])
})

test('no sheet opens after stop', () => {
  celebrations.add('newLevel', LEVEL)
  celebrations.stop()
  pass(60_000)
  expect(opened).toEqual([])
})
