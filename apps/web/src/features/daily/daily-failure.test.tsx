import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recordServerAnswer } from '../../platform/connection.ts'
import { closeApp, openApp } from '../../testing/render-app.tsx'
import { stubServer } from '../../testing/stub-server.ts'

afterEach(() => {
  closeApp()
  recordServerAnswer(true)
  vi.restoreAllMocks()
})

const DAY = 'POST /services/gameplay/api/daily/day'
const HEALTH = 'GET /healthz'

test('without a network the Daily Ten says at once that it needs one, and opens when it is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const server = stubServer({ [DAY]: 'no answer', [HEALTH]: 'no answer' })
  openApp('/def/daily')
  await screen.findByRole('heading', { name: 'Needs the network' })
  expect(server.calls.filter(({ call }) => call === DAY)).toHaveLength(1)

  const data = { date: '2026-11-23', today: '2026-11-23', has_clock: true, play: null, result: null, grace_date: null }
  server.answers[DAY] = { status: 200, body: { data: { ...data, weeks: null } } }
  server.answers[HEALTH] = { status: 200, body: {} }
  isOnline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('link', { name: 'Start' })
})
