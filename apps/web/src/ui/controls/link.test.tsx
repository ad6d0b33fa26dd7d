import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { MemoryRouter, useLocation, useNavigate, useNavigationType } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Link } from './link.tsx'

afterEach(cleanup)

/** Renders a link on the second of two screens, and the current location. */
function show(props: ComponentProps<typeof Link>) {
  function Here() {
    const { pathname, search, state } = useLocation()
    const navigate = useNavigate()
    return (
      <>
        <output>{`${useNavigationType()} ${pathname}${search} ${JSON.stringify(state)}`}</output>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
      </>
    )
  }
  render(
    <MemoryRouter initialEntries={['/first', '/second']}>
      <Link {...props}>Answers</Link>
      <Here />
    </MemoryRouter>,
  )
}
const link = () => screen.getByRole('link', { name: 'Answers' })
const here = () => screen.getByRole('status').textContent
const goBack = () => fireEvent.click(screen.getByRole('button', { name: 'Back' }))

test('a press navigates without a page load, and keeps the history', () => {
  show({ to: '/answers?wrong=1', className: 'answers', 'aria-current': 'page' })
  expect(link().getAttribute('href')).toBe('/answers?wrong=1')
  expect(link().className).toBe('answers')
  expect(link().getAttribute('aria-current')).toBe('page')
  const click = createEvent.click(link())
  fireEvent(link(), click)
  expect(click.defaultPrevented).toBe(true)
  expect(here()).toBe('PUSH /answers?wrong=1 null')
  goBack()
  expect(here()).toBe('POP /second null')
})

test("the screen receives the link's state", () => {
  show({ to: '/answers', state: { hasClock: true } })
  fireEvent.click(link())
  expect(here()).toBe('PUSH /answers {"hasClock":true}')
})

test('a link that replaces, or leads to the current location, adds no history entry', () => {
  show({ to: '/answers', replace: true })
  fireEvent.click(link())
  expect(here()).toBe('REPLACE /answers null')
  goBack()
  expect(here()).toBe('POP /first null')
  cleanup()
  show({ to: '/second' })
  fireEvent.click(link())
  expect(here()).toBe('REPLACE /second null')
})

test('the screen can prevent the navigation', () => {
  const onClick = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  show({ to: '/answers', onClick })
  fireEvent.click(link())
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(here()).toBe('POP /second null')
})

test('a press that opens a new tab is left to the browser', () => {
  show({ to: '/answers' })
  const reachedBrowser = vi.fn((event: Event) => {
    expect(event.defaultPrevented).toBe(false)
    event.preventDefault()
  })
  window.addEventListener('click', reachedBrowser, { once: true })
  fireEvent.click(link(), { ctrlKey: true })
  expect(reachedBrowser).toHaveBeenCalledTimes(1)
  expect(here()).toBe('POP /second null')
})
