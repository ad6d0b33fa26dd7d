import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useWayOn } from './use-way-on.ts'

afterEach(cleanup)

function Asking({ answer }: { answer: Promise<void> }) {
  const goOn = useWayOn()
  return (
    <>
      <button type="button" onClick={() => void answer.then(() => goOn('/lobby'))}>
        Ask
      </button>
      <Link to="/home">Home</Link>
    </>
  )
}

function Path() {
  return <i data-testid="path">{useLocation().pathname}</i>
}

/** Asks on a screen; gives the way to answer. */
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

test('an answer leads on from the screen that has asked', async () => {
  const reply = ask()
  await reply()
  expect(path()).toBe('/lobby')
})

test('who has gone elsewhere meanwhile stays there', async () => {
  const reply = ask()
  fireEvent.click(screen.getByRole('link', { name: 'Home' }))
  await reply()
  expect(path()).toBe('/home')
})
