import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { endSession } from '../../../platform/session.ts'
import { closeApp } from '../../../testing/render-app.tsx'
import { type StubbedServer } from '../../../testing/stub-server.ts'
import { buildQuestion, complainAbout, complaintPage } from './testing/admin-questions.ts'
import { shown } from '../../../testing/shown.ts'
import { BASE, changes, ok, openAdmin, refused, toast } from './testing/open-admin.ts'

afterEach(() => {
  // Unsaved edits are kept until the session ends.
  endSession()
  closeApp()
})

const OPEN = `GET ${BASE}/complaints?status=open&page=1`
const RESOLVED = `GET ${BASE}/complaints?status=resolved&page=1`
const GAMES = buildQuestion(1, 'Which city hosted the first modern Olympic Games?')
const VIOLIN = buildQuestion(2, 'How many strings does a violin have?')
const step = (question: { id: string }, name: string) => `POST ${BASE}/question/${question.id}/${name}`

const press = (name: string, at: HTMLElement) => userEvent.click(within(at).getByRole('button', { name }))
const card = async (text: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: text })
  return heading.closest('li') as HTMLElement
}
/** Makes the server list these questions from now on. */
const listNow = (server: StubbedServer, ...questions: object[]) =>
  Object.assign(server.answers, { [OPEN]: ok(complaintPage(questions)) })

test('a question is shown in full, with the reasons and number of its reports', async () => {
  const comments = ['Athens is there twice.', 'Two', 'Three', 'Four'].map((comment, index) => ({
    comment,
    reason: index === 0 ? 'answers' : null,
    created_at: 1,
  }))
  openAdmin('complaints', { [OPEN]: ok(complaintPage([complainAbout(GAMES, { comments })])) })
  const games = await card(GAMES.text)
  await shown('3 open questions, 22 reports')
  expect(games.textContent).toContain('14 reports')
  expect(games.textContent).toContain('Sport history')
  expect(games.textContent).toContain('Answers 9')
  expect(games.textContent).toContain('No reason 5')
  expect(games.textContent).toContain('By players 12')
  expect(games.textContent).toContain('Last 2 hours ago')
  expect(games.textContent).toContain('They were held in 1896.')
  const answers = within(games).getAllByRole('listitem')
  expect(answers.map((item) => item.textContent)).toEqual(['Rome', 'Right answer: Athens', 'Paris', 'London'])
  expect(within(games).getByText('Athens is there twice.').closest('details')).toBeNull()
  expect(within(games).getByText('Four').closest('details')?.textContent).toContain('1 more comment')
})

test('resolving removes a question from the list, announces it and keeps the focus on the screen', async () => {
  const server = openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout(GAMES), complainAbout(VIOLIN)])),
    [step(GAMES, 'resolve')]: ok(GAMES),
  })
  const games = await card(GAMES.text)
  listNow(server, complainAbout(VIOLIN))
  await press('Resolve', games)
  expect(await toast('Complaints resolved')).toBe('success')
  await waitFor(() => expect(games.isConnected).toBe(false))
  await card(VIOLIN.text)
  expect(changes(server)).toEqual([{ call: step(GAMES, 'resolve'), body: {} }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('a withdrawn question stays in the list and can be restored', async () => {
  const withdrawn = { ...GAMES, status: 'withdrawn' }
  const server = openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout(GAMES)])),
    [step(GAMES, 'withdraw')]: ok(withdrawn),
    [step(GAMES, 'restore')]: ok(GAMES),
  })
  listNow(server, complainAbout(GAMES))
  const games = await card(GAMES.text)
  listNow(server, complainAbout(withdrawn))
  await press('Withdraw question', games)
  await within(games).findByText('Withdrawn')
  expect(within(games).queryByRole('button', { name: 'Withdraw question' })).toBeNull()
  listNow(server, complainAbout(GAMES))
  await press('Restore question', games)
  await within(games).findByRole('button', { name: 'Withdraw question' })
  expect(within(games).queryByText('Withdrawn')).toBeNull()
})

test('the players who reported a question are listed, and all reports of one of them can be reversed', async () => {
  const reporter = { user_id: '33333333-3333-4333-8333-333333333333', name: 'Player 4711' }
  const reporters = [
    { ...reporter, is_counted: true, open_complaint_count: 7 },
    {
      ...reporter,
      user_id: '44444444-4444-4444-8444-444444444444',
      name: 'Noor',
      is_counted: false,
      open_complaint_count: 0,
    },
  ]
  const call = `POST ${BASE}/user/${reporter.user_id}/reverse_complaints`
  const server = openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout({ ...GAMES, is_review_due: true }, { reporters })])),
    [call]: ok({}),
  })
  const games = await card(GAMES.text)
  expect(within(games).getByText('Needs review')).toBeDefined()
  await userEvent.click(within(games).getByText('Reported by 2 players'))
  expect(within(games).getByText('Counts · 7 open reports')).toBeDefined()
  expect(within(games).getByText('Does not count · 0 open reports')).toBeDefined()
  listNow(server, complainAbout(GAMES))
  await press('Reverse reports by Player 4711', games)
  const sheet = await screen.findByRole('dialog', { name: 'Reverse all reports?' })
  expect(sheet.textContent).toContain('7 open reports by Player 4711 will no longer count.')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Reverse reports' }))
  expect(await toast('Reports reversed')).toBe('success')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes(server)).toEqual([{ call, body: {} }])
})

test('a quarantined question says so and is restored by resolving', async () => {
  openAdmin('complaints', { [OPEN]: ok(complaintPage([complainAbout({ ...GAMES, status: 'held' })])) })
  const games = await card(GAMES.text)
  expect(within(games).getByText('Held back')).toBeDefined()
  const buttons = within(games).getAllByRole('button')
  expect(buttons.map((button) => button.textContent)).toEqual(['Resolve', 'Withdraw question', 'Edit'])
})

test("an edit sends the whole question, and the server's version is shown afterwards", async () => {
  const edited = { ...GAMES, text: 'Where were the first modern Olympic Games?', is_edited: true }
  const server = openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout(GAMES)])),
    [step(GAMES, 'edit')]: ok(edited),
  })
  const games = await card(GAMES.text)
  await press('Edit', games)
  const text = await within(games).findByRole('textbox', { name: 'Question' })
  await waitFor(() => expect(document.activeElement).toBe(text))
  await userEvent.clear(text)
  await userEvent.type(text, `  ${edited.text}`)
  await userEvent.clear(within(games).getByLabelText('Answer 3'))
  await userEvent.type(within(games).getByLabelText('Answer 3'), 'Berlin')
  await userEvent.click(within(games).getByLabelText('Answer 1 is right'))
  await userEvent.clear(within(games).getByLabelText('Description'))
  listNow(server, complainAbout(edited))
  await press('Save question', games)
  expect(await toast('Question saved')).toBe('success')
  expect(changes(server)).toEqual([
    {
      call: step(GAMES, 'edit'),
      body: {
        text: edited.text,
        answers: GAMES.answers.map((answer, index) => (index === 2 ? { ...answer, text: 'Berlin' } : answer)),
        correct_answer_id: GAMES.answers[0]?.id,
        description: null,
      },
    },
  ])
  await within(games).findByRole('heading', { name: edited.text })
  expect(within(games).getByText('Edited')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(within(games).getByRole('button', { name: 'Edit' })))
})

test('an invalid field shows its message, and no call is made', async () => {
  const server = openAdmin('complaints', { [OPEN]: ok(complaintPage([complainAbout(GAMES)])) })
  const games = await card(GAMES.text)
  await press('Edit', games)
  await userEvent.clear(await within(games).findByRole('textbox', { name: 'Question' }))
  await userEvent.clear(within(games).getByLabelText('Answer 3'))
  await press('Save question', games)
  await within(games).findByRole('textbox', { name: 'Answer 3', description: 'Answer is a required field' })
  await userEvent.type(within(games).getByLabelText('Answer 3'), 'Berlin')
  await userEvent.clear(within(games).getByLabelText('Answer 4'))
  await userEvent.type(within(games).getByLabelText('Answer 4'), ' Rome')
  await press('Save question', games)
  await waitFor(() =>
    expect(within(games).getByRole('textbox', { name: 'Question', description: 'Question is a required field' })),
  )
  await userEvent.type(within(games).getByRole('textbox', { name: 'Question' }), 'Where?')
  await press('Save question', games)
  await waitFor(() =>
    expect(within(games).getByRole('textbox', { name: 'Answer 4', description: 'Answers must differ' })),
  )
  expect(changes(server)).toEqual([])
})

test('a server message about a field is shown under it, and the input is kept', async () => {
  openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout(GAMES)])),
    [step(GAMES, 'edit')]: { status: 422, body: { errors: { 'answers.1.text': ['contains a rude word'] } } },
  })
  const games = await card(GAMES.text)
  await press('Edit', games)
  await userEvent.type(await within(games).findByLabelText('Answer 2'), '!')
  await press('Save question', games)
  const answer = await within(games).findByRole<HTMLInputElement>('textbox', { description: 'contains a rude word' })
  expect(answer.value).toBe('Athens!')
  await waitFor(() => expect(document.activeElement).toBe(answer))
})

test('saving an unchanged question sends nothing, and cancelling returns the focus', async () => {
  const server = openAdmin('complaints', { [OPEN]: ok(complaintPage([complainAbout(GAMES)])) })
  const games = await card(GAMES.text)
  await press('Edit', games)
  await press('Save question', games)
  const edit = await within(games).findByRole('button', { name: 'Edit' })
  expect(changes(server)).toEqual([])
  await userEvent.click(edit)
  await press('Cancel', games)
  await waitFor(() => expect(document.activeElement).toBe(within(games).getByRole('button', { name: 'Edit' })))
})

test("a failed action shows the server's message, and the question stays", async () => {
  openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout(GAMES)])),
    [step(GAMES, 'resolve')]: refused(500, 'Something went wrong on our side'),
  })
  const games = await card(GAMES.text)
  await press('Resolve', games)
  expect(await toast('Something went wrong on our side')).toBe('error')
  expect(games.isConnected).toBe(true)
  expect(within(games).getByRole('button', { name: 'Resolve' }).getAttribute('aria-busy')).toBeNull()
})

test('resolved complaints are listed separately, without a resolve button', async () => {
  openAdmin('complaints', {
    [OPEN]: ok({ ...complaintPage([]), open_question_count: 0, open_complaint_count: 0 }),
    [RESOLVED]: ok(complaintPage([complainAbout(GAMES)])),
  })
  await shown('No open complaints')
  await shown('0 open questions, 0 reports')
  await userEvent.click(screen.getByRole('radio', { name: 'Resolved' }))
  const games = await card(GAMES.text)
  expect(within(games).queryByRole('button', { name: 'Resolve' })).toBeNull()
})

test('the next page loads on a press, and a question that moved to it is listed only once', async () => {
  openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout(GAMES)], true)),
    [`GET ${BASE}/complaints?status=open&page=2`]: ok(complaintPage([complainAbout(GAMES), complainAbout(VIOLIN)])),
  })
  await card(GAMES.text)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await card(VIOLIN.text)
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    GAMES.text,
    VIOLIN.text,
  ])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End of the list' })))
})

test('a failed next page is reported, the list stays, and the next press retries', async () => {
  const server = openAdmin('complaints', {
    [OPEN]: ok(complaintPage([complainAbout(GAMES)], true)),
    [`GET ${BASE}/complaints?status=open&page=2`]: { status: 400, body: { error: 'Broken', code: 'bad_request' } },
  })
  await card(GAMES.text)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await toast('Broken')).toBe('error')
  await card(GAMES.text)
  server.answers[`GET ${BASE}/complaints?status=open&page=2`] = ok(complaintPage([complainAbout(VIOLIN)]))
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await card(VIOLIN.text)
})

test('a list that fails to load says why and can be retried', async () => {
  const server = openAdmin('complaints', { [OPEN]: { status: 400, body: { error: 'Broken', code: 'bad_request' } } })
  await shown('Broken')
  listNow(server, complainAbout(GAMES))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await card(GAMES.text)
})
