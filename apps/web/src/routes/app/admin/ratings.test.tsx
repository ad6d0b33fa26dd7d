import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp } from '../../../testing/render-app.tsx'
import { buildQuestion } from './testing/admin-questions.ts'
import { shown } from '../../../testing/shown.ts'
import { BASE, changes, ok, openAdmin, toast } from './testing/open-admin.ts'

afterEach(closeApp)

const listing = (finding: string, page = 1) => `GET ${BASE}/ratings?finding=${finding}&page=${page}`
const GAMES = buildQuestion(1, 'Which city hosted the first modern Olympic Games?')
const LAPS = buildQuestion(2, 'How many laps of the track make 10,000 metres?')
const rated = (question: object, more: object = {}) => ({
  question,
  difficulty: 1,
  rating: 1.26,
  answer_count: 40,
  right_answer_count: 15,
  ...more,
})
const ratingPage = (questions: object[], has_more = false) => ok({ questions, has_more })

test('a question with a misjudged difficulty shows its mark, its rating and the share of right answers', async () => {
  openAdmin('ratings', {
    [listing('contradicts')]: ratingPage([rated(GAMES), rated(LAPS, { difficulty: 3, rating: -1.5 })]),
  })
  await shown(GAMES.text)
  await shown('Questions with at least 30 rated answers')
  const [first, second] = screen
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.closest('li')?.textContent)
  expect(first).toMatch(/Marked easy.*Rating \+1\.3.*Right 38 % of 40/)
  expect(second).toMatch(/Marked hard.*Rating −1\.5/)
})

test('the other findings are listed page by page; an empty list says so', async () => {
  openAdmin('ratings', {
    [listing('contradicts')]: ratingPage([]),
    [listing('mostly_wrong')]: ratingPage([rated(GAMES)], true),
    [listing('mostly_wrong', 2)]: ratingPage([rated(LAPS)]),
    [listing('mostly_right')]: ratingPage([]),
  })
  await shown('No questions')
  await userEvent.click(screen.getByRole('radio', { name: 'Few right' }))
  await shown(GAMES.text)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await shown(LAPS.text)
  await userEvent.click(screen.getByRole('radio', { name: 'Most right' }))
  await shown('No questions')
})

test('a listed question can be withdrawn', async () => {
  const withdraw = `POST ${BASE}/question/${GAMES.id}/withdraw`
  const server = openAdmin('ratings', {
    [listing('contradicts')]: ratingPage([rated(GAMES)]),
    [withdraw]: ok({ ...GAMES, status: 'withdrawn' }),
  })
  const item = (await shown(GAMES.text)).closest('li') as HTMLElement
  await userEvent.click(within(item).getByRole('button', { name: 'Withdraw question' }))
  expect(await toast('Question withdrawn')).toBe('success')
  expect(changes(server)).toEqual([{ call: withdraw, body: {} }])
})
