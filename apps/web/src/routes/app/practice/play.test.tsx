import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { usePracticeState } from '../../../features/practice/practice-stores.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { endSession } from '../../../platform/session.ts'
import { MIRA } from '../../../testing/users.ts'
import { PracticePlay } from './play.tsx'

afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function openPlay() {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/app/practice/play']}>
        <Routes>
          <Route path="/app/practice/settings" element={<p>settings</p>} />
          <Route path="/app/practice/play" element={<PracticePlay />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('without chosen topics it redirects to the settings', () => {
  openPlay()
  expect(screen.getByText('settings')).toBeDefined()
})

test('all topics count as chosen, and are null on the wire', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push(init.body)
    return new Response('{"data":[]}')
  })
  usePracticeState.setState({ topics: null })
  openPlay()
  expect(await screen.findByText('No questions for choosen topics')).toBeDefined()
  expect(bodies).toEqual(['{"topics":null}'])
})

const FLAG = '/services/user/api/is_feature_flag_enabled'

/** Opens a journey as a user with or without a plan. Returns the paths of the calls. */
function openPlayAs(isPremium: boolean | 'unknown') {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    if (path.endsWith('/current_user')) {
      if (isPremium === 'unknown') return new Promise(() => {})
      return new Response(JSON.stringify({ data: { ...MIRA, is_premium: isPremium } }))
    }
    return new Response(path === FLAG ? '{"is_enabled":true}' : '{"data":[]}')
  })
  localStorage.setItem('token', 'good')
  usePracticeState.setState({ topics: null })
  openPlay()
  return paths
}

test('a Starter may see ads; before the first answer only if the next question may bring one', async () => {
  localStorage.setItem('questionsTillNextAd', '1')
  const paths = openPlayAs(false)
  await expect.poll(() => paths).toContain(FLAG)
})

test.each([
  [true, '1'],
  ['unknown', '1'],
  [false, '2'],
] as const)(
  'a Legend sees none, nor does a user whose plan is unknown, nor a Starter before the first answer (%s, %s)',
  async (isPremium, questionsTillNextAd) => {
    localStorage.setItem('questionsTillNextAd', questionsTillNextAd)
    const paths = openPlayAs(isPremium)
    await screen.findByText('No questions for choosen topics')
    // If the app has requested the chunk, it is loaded now.
    await import('../../../features/ads/fullscreen-ads.tsx')
    await act(async () => {})
    expect(paths).not.toContain(FLAG)
  },
)
