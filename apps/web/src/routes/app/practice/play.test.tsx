import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { usePracticeState } from '../../../features/practice/practice-stores.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { endSession } from '../../../platform/session.ts'
import { PracticePlay } from './play.tsx'

afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
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

test('without set topics the way leads to the settings', () => {
  openPlay()
  expect(screen.getByText('settings')).toBeDefined()
})

test('all topics are set topics, and go over the wire as null', async () => {
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
