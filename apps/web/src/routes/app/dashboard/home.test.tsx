import type { User } from '@quizmaster/contract/http/user'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal } from '../../../features/modals/modal-store.ts'
import { takeStats } from '../../../features/progress/stats-store.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { storage } from '../../../platform/storage.ts'
import { endSession } from '../../../platform/session.ts'
import { Modals } from '../../modals.tsx'
import { BEGINNER, SCOUT } from '../../../testing/stats.ts'
import { Dashboard } from './home.tsx'

const user = {
  id: 'u1',
  email: 'mira@example.org',
  display_name: 'Mira Holt',
  show_on_leaderboard: true,
  is_premium: false,
  plan: 'starter',
  role: 'player',
  created_at: 1,
} as User

let answerUser: (user: User) => void

beforeEach(() => {
  storage.set('token', 'token')
  const asked = new Promise<User>((resolve) => {
    answerUser = resolve
  })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: await asked })))
})
afterEach(() => {
  cleanup()
  act(closeModal)
  act(() => endSession())
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function openDashboard() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Dashboard />
        <Modals />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a Starter is greeted by name and offered the upgrade', async () => {
  openDashboard()
  answerUser(user)
  expect(await screen.findByRole('heading', { name: 'Hello, Mira Holt' })).toBeDefined()
  expect(screen.getByText('Current plan: Starter')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Upgrade to Legend' }).getAttribute('href')).toBe('/app/dashboard/premium')
  expect(screen.queryByAltText('Legend')).toBeNull()
})

test('without a display name the greeting shows the e-mail address', async () => {
  openDashboard()
  answerUser({ ...user, display_name: null })
  expect(await screen.findByRole('heading', { name: 'Hello, mira@example.org' })).toBeDefined()
})

test('a Legend has a crown and is not offered the upgrade', async () => {
  openDashboard()
  answerUser({ ...user, is_premium: true, plan: 'yearly' })
  expect(await screen.findByAltText('Legend')).toBeDefined()
  expect(screen.queryByText(/Upgrade|Current plan/)).toBeNull()
})

test('no plan is shown before it is known', () => {
  openDashboard()
  expect(screen.queryByText(/Upgrade|Current plan/)).toBeNull()
  expect(screen.queryByAltText('Legend')).toBeNull()
})

test('the tiles link to the ways to play, and matchmaking is disabled', () => {
  openDashboard()
  expect(screen.getByRole('link', { name: 'Journey' }).getAttribute('href')).toBe('/app/practice')
  expect(screen.getByRole('link', { name: 'Play with friends' }).getAttribute('href')).toBe('/app/private-game')
  expect(screen.getByRole('button', { name: /Matchmaking In development/ }).hasAttribute('disabled')).toBe(true)
})

test('progress is not shown until known, and begins at level 0 without a picture of a rank', () => {
  openDashboard()
  expect(screen.queryByText('Level 0')).toBeNull()
  act(() => takeStats(BEGINNER))
  expect(screen.getByText('Level 0')).toBeDefined()
  expect(screen.getByText('0 / 50')).toBeDefined()
  expect(document.querySelector('img[src*="rank-"]')).toBeNull()
})

test("progress shows the server's name of the rank, and the points as they change", () => {
  openDashboard()
  act(() => takeStats(SCOUT))
  expect(screen.getByRole('img', { name: 'Scout' }).getAttribute('src')).toBe('/img/rank-3.png')
  expect(screen.getByRole('heading', { name: 'Scout' })).toBeDefined()
  expect(screen.getByText('Level 23')).toBeDefined()
  act(() => takeStats({ ...SCOUT, current_points: 190 }))
  expect(screen.getByText('190 / 280')).toBeDefined()
})

test('the progress tile links to the leaderboard', () => {
  openDashboard()
  act(() => takeStats(BEGINNER))
  const link = screen.getByRole('link', { name: 'Leaderboard' })
  expect(link.getAttribute('href')).toBe('/app/dashboard/leaderboard')
})

test('a user who has just subscribed is welcomed once', async () => {
  storage.set('isJustSubscribed', true)
  openDashboard()
  expect(await screen.findByRole('dialog', { name: 'Welcome, Legend' })).toBeDefined()
  expect(storage.get('isJustSubscribed')).toBeNull()
  act(() => screen.getByRole('button', { name: 'Continue journey' }).click())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('other users are not welcomed', () => {
  openDashboard()
  expect(screen.queryByRole('dialog')).toBeNull()
})
