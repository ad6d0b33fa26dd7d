import { act, cleanup, screen } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../app.tsx'
import { renderLanding } from '../../prerender.tsx'

let root: Root | undefined
const errors = vi.spyOn(console, 'error')

beforeEach(() => {
  localStorage.clear()
  errors.mockReset()
})
afterEach(() => {
  act(() => root?.unmount())
  cleanup()
  document.body.replaceChildren()
})

/** Renders the landing as the build does, then hydrates it as the browser does. */
async function hydrateLanding(): Promise<HTMLElement> {
  const container = document.createElement('div')
  container.innerHTML = await renderLanding()
  document.body.append(container)
  const app = (
    <StrictMode>
      <MemoryRouter initialEntries={['/base/home']}>
        <App />
      </MemoryRouter>
    </StrictMode>
  )
  act(() => {
    root = hydrateRoot(container, app)
  })
  return container
}

test('the landing can be read and used before any script runs', async () => {
  document.body.innerHTML = await renderLanding()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Quizmaster')
  expect(screen.getByText('80 levels and 8 ranks')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/base/login/request-code')
  expect(screen.getByRole('link', { name: 'Try Quiz Now' }).getAttribute('href')).toBe('/def/infinite-game')
})

test('the landing complies with the CSP: its markup contains no styles or scripts', async () => {
  expect(await renderLanding()).not.toMatch(/ style=|<style|<script/)
})

test('hydrating the landing works without errors', async () => {
  const container = await hydrateLanding()
  expect(container.textContent).toContain('Solo play or play with friends')
  expect(errors).not.toHaveBeenCalled()
})

test('a stored invitation replaces the facts without a hydration mismatch', async () => {
  localStorage.setItem('joinGameId', '48213907')
  await hydrateLanding()
  expect(screen.getByText('48213907')).toBeDefined()
  expect(screen.getByText('You are invited to a game. Sign in to join it.')).toBeDefined()
  expect(errors).not.toHaveBeenCalled()
})
