import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { LiveRegions } from '../ui/feedback/announce.tsx'

/** Renders a screen with the providers that every screen needs; `path()` returns the current path. */
export function renderScreen(children: ReactNode) {
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/here']}>
        {children}
        <Path />
      </MemoryRouter>
      <LiveRegions />
    </QueryClientProvider>,
  )
  return { ...view, path: () => screen.getByTestId('path').textContent }
}

function Path() {
  return <i data-testid="path">{useLocation().pathname}</i>
}

const SLICE_MS = 50

/** Advances the fake timers in small steps, because what is rendered in one step may start timers for the next. */
export async function pass(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= SLICE_MS) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(Math.min(leftMs, SLICE_MS))))
  }
}
