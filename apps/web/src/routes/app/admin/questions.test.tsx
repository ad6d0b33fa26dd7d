import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { endSession } from '../../../platform/session.ts'
import { closeApp } from '../../../testing/render-app.tsx'
import { buildQuestion } from './testing/admin-questions.ts'
import { shown } from '../../../testing/shown.ts'
import { BASE, changes, ok, openAdmin, toast } from './testing/open-admin.ts'

afterEach(() => {
  // Unsaved edits are kept until the session ends.
  endSession()
  closeApp()
})

const listing = (search: string, state = 'any') => `GET ${BASE}/questions?search=${search}&state=${state}`
const GAMES = buildQuestion(1, 'Which city hosted the first modern Olympic Games?')
const FILE = { text: 'Which town was it?', answers: ['A', 'B', 'C', 'D'], right: 'C', description: null }
const step = (name: string) => `POST ${BASE}/question/${GAMES.id}/${name}`
const field = () => screen.findByRole('searchbox', { name: 'Search questions' })

test('a search needs two characters and starts once typing stops', async () => {
  const server = openAdmin('questions', { [listing('oly')]: ok([GAMES]), [listing('olx')]: ok([]) })
  await userEvent.type(await field(), 'o')
  await shown('Type at least 2 characters, or choose a state.')
  // Entered at once: on a slow machine, simulated typing could pause long enough to start a search.
  const input = await field()
  const enter = (value: string) => fireEvent.change(input, { target: { value } })
  for (const value of ['ol', 'oly']) enter(value)
  await shown(GAMES.text)
  await shown('1 question')
  await shown('sport-history/q-1')
  const asked = server.calls.filter(({ call }) => call.includes(`${BASE}/questions`)).map(({ call }) => call)
  expect(asked).toEqual([listing('oly')])
  // Not typed, because user-event does not know the text that was entered this way.
  enter('olx')
  await shown('No questions found')
})

test('filtering by state needs no search text', async () => {
  openAdmin('questions', { [listing('', 'withdrawn')]: ok([{ ...GAMES, status: 'withdrawn' }]) })
  await field()
  await userEvent.click(screen.getByRole('radio', { name: 'Withdrawn' }))
  await shown(GAMES.text)
  expect(screen.getByRole('button', { name: 'Restore question' })).toBeDefined()
})

test('a quarantined question can be restored or withdrawn; a retired one cannot be changed', async () => {
  const held = { ...GAMES, status: 'held' }
  const retired = buildQuestion(2, 'Who remembers this one?', { status: 'retired', is_edited: true })
  openAdmin('questions', { [listing('', 'held')]: ok([held, retired]) })
  await field()
  await userEvent.click(screen.getByRole('radio', { name: 'Held' }))
  const items = await screen.findAllByRole('heading', { level: 2 })
  const buttons = items.map((heading) =>
    within(heading.closest('li') as HTMLElement)
      .queryAllByRole('button')
      .map((button) => button.textContent),
  )
  expect(buttons).toEqual([['Restore question', 'Withdraw question', 'Edit'], []])
  await shown('Removed from the files')
})

test('an unsaved edit survives another search and another screen; the browser asks before closing', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const server = openAdmin('questions', {
    [listing('oly')]: ok([GAMES]),
    [listing('olx')]: ok([]),
    [step('edit')]: ok(GAMES),
  })
  await userEvent.type(await field(), 'oly')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const description = () => screen.findByRole('textbox', { name: 'Description' })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(asks()).toBe(false)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await userEvent.type(await description(), ' In Athens.')
  expect(asks()).toBe(true)
  await userEvent.type(await field(), '{Backspace}x')
  await shown('No questions found')
  await userEvent.click(screen.getByRole('link', { name: 'Audit' }))
  await screen.findByRole('heading', { name: 'Audit' })
  await userEvent.click(await screen.findByRole('link', { name: 'Questions, Unsaved changes' }))
  await userEvent.type(await field(), 'oly')
  expect(await description()).toHaveProperty('value', `${GAMES.description} In Athens.`)
  await userEvent.click(screen.getByRole('button', { name: 'Save question' }))
  expect(await toast('Question saved')).toBe('success')
  expect(changes(server)).toMatchObject([
    { call: step('edit'), body: { description: `${GAMES.description} In Athens.`, text: GAMES.text } },
  ])
  await waitFor(() => expect(asks()).toBe(false))
})

test("an edit can be reverted to the file's version", async () => {
  const server = openAdmin('questions', {
    [listing('', 'edited')]: ok([{ ...GAMES, is_edited: true }]),
    [step('revert')]: ok(GAMES),
  })
  await field()
  await userEvent.click(screen.getByRole('radio', { name: 'Edited' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use the file’s version' }))
  expect(await toast('Restored from the file')).toBe('success')
  expect(changes(server)).toEqual([{ call: step('revert'), body: {} }])
})

test('a conflict shows both versions; keeping the edit saves it again', async () => {
  const edited = { ...GAMES, is_edited: true }
  const server = openAdmin('questions', {
    [listing('', 'conflict')]: ok([{ ...edited, conflict: FILE }]),
    [step('edit')]: ok(edited),
  })
  await field()
  await userEvent.click(screen.getByRole('radio', { name: 'Conflict' }))
  const file = (await screen.findByRole('heading', { name: 'The file' })).closest('section') as HTMLElement
  expect(file.textContent).toContain(FILE.text)
  expect(file.textContent).toContain('Right answer: C')
  expect(file.textContent).toContain('No description')
  expect(within(file).getByRole('button', { name: 'Use the file’s version' })).toBeDefined()
  const edit = (await screen.findByRole('heading', { name: 'The edit' })).closest('section') as HTMLElement
  expect(edit.textContent).toContain('Right answer: Athens')
  Object.assign(server.answers, { [listing('', 'conflict')]: ok([]) })
  await userEvent.click(within(edit).getByRole('button', { name: 'Keep the edit' }))
  await shown('No questions found')
  expect(changes(server)).toEqual([
    {
      call: step('edit'),
      body: {
        text: GAMES.text,
        answers: GAMES.answers,
        correct_answer_id: GAMES.correct_answer_id,
        description: GAMES.description,
      },
    },
  ])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})
