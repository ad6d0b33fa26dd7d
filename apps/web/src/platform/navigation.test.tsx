import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { Link } from '../ui/controls/link.tsx'
import { insidePath, useNavigateWhileMounted } from './navigation.ts'

afterEach(cleanup)

function Asking({ answer }: { answer: Promise<void> }) {
  const navigate = useNavigateWhileMounted()
  return (
    <>
      <button type="button" onClick={() => void answer.then(() => navigate('/lobby'))}>
        Ask
      </button>
      <Link to="/home">Home</Link>
    </>
  )
}

function Path() {
  return <i data-testid="path">{useLocation().pathname}</i>
}

/** Starts a call on a screen; returns a function that answers it. */
function ask(): () => Promise<void> {
  let resolve = () => {}
  const answer = new Promise<void>((settle) => (resolve = settle))
  render(
    <StrictMode>
      <MemoryRouter initialEntries={['/asking']}>
        <Routes>
          <Route path="/asking" element={<Asking answer={answer} />} />
          <Route path="*" element={null} />
        </Routes>
        <Path />
      </MemoryRouter>
    </StrictMode>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  return () => act(async () => resolve())
}
const path = () => screen.getByTestId('path').textContent

test('an answer navigates while its screen is still mounted', async () => {
  const reply = ask()
  await reply()
  expect(path()).toBe('/lobby')
})

test('a user who has left the screen is not navigated', async () => {
  const reply = ask()
  fireEvent.click(screen.getByRole('link', { name: 'Home' }))
  await reply()
  expect(path()).toBe('/home')
})

test('a path inside the app is kept', () => {
  expect(insidePath('/base/login/request-code')).toBe('/base/login/request-code')
  expect(insidePath('/?x=1')).toBe('/?x=1')
})

test('an address outside the app becomes the start page', () => {
  const outside = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:0',
    '',
    null,
  ]
  for (const address of outside) expect(insidePath(address)).toBe('/')
})
