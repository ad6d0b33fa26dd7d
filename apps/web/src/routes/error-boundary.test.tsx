import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../platform/http.ts'
import { ErrorBoundary } from './error-boundary.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function renderFailing(error: unknown) {
  function Failing(): never {
    throw error
  }
  render(
    <ErrorBoundary>
      <Failing />
    </ErrorBoundary>,
  )
}

test('an uncaught error shows the error screen with its message and a link home', () => {
  renderFailing(new Error('The map is upside down'))
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
  expect(screen.getByText('The map is upside down')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
})

test('an API error shows its status and text', () => {
  renderFailing(new ApiError(404, 'not_found', 'Not found'))
  expect(screen.getByText('404 Not found')).toBeDefined()
})
