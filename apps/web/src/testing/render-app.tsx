import { cleanup, render } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { vi } from 'vitest'
import { App } from '../app.tsx'
import { queryClient } from '../platform/query-client.ts'
import { useToasts } from '../ui/feedback/toast.ts'

/** Opens the app at a path; `path()` returns the current path. */
export function openApp(at: string): { path: () => string } {
  // jsdom has no layout and so can't scroll.
  vi.stubGlobal('scrollTo', () => {})
  const { container } = render(
    <MemoryRouter initialEntries={[at]}>
      <App />
      <Path />
    </MemoryRouter>,
  )
  return { path: () => container.querySelector('[data-path]')?.getAttribute('data-path') ?? '' }
}

function Path() {
  const { pathname, search } = useLocation()
  return <span data-path={pathname + search} />
}

/** Cleans up, so that one test does not affect the next. */
export function closeApp(): void {
  cleanup()
  queryClient.clear()
  useToasts.setState({ toasts: [] })
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
}
