import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { LiveRegions } from '../ui/feedback/announce.tsx'

/** Draws a screen with what stands around every screen; `path()` tells where the person is. */
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

/** Lets time pass, with everything that is due in it; what one step draws may start the next. */
export async function pass(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= SLICE_MS) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(Math.min(leftMs, SLICE_MS))))
  }
}
