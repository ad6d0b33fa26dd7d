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

/** The page as it comes from the build, then taken over as in the browser. */
function takeOverLanding(): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = renderLanding()
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

test('the landing can be read and used before any script runs', () => {
  document.body.innerHTML = renderLanding()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Quizmaster')
  expect(screen.getByText('80 levels and 8 ranks')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/base/login/request-code')
  expect(screen.getByRole('link', { name: 'Try Quiz Now' }).getAttribute('href')).toBe('/def/infinite-game')
})

test('the landing keeps the CSP: no style and no script stands in its markup', () => {
  expect(renderLanding()).not.toMatch(/ style=|<style|<script/)
})

test('taking the landing over changes nothing and complains of nothing', () => {
  const container = takeOverLanding()
  expect(container.textContent).toContain('Solo play or play with friends')
  expect(errors).not.toHaveBeenCalled()
})

test('a stored invitation shows in place of the facts, without a mismatch', () => {
  localStorage.setItem('joinGameId', '48213907')
  takeOverLanding()
  expect(screen.getByText('48213907')).toBeDefined()
  expect(screen.getByText('You are invited to a game. Sign in to join it.')).toBeDefined()
  expect(errors).not.toHaveBeenCalled()
})
