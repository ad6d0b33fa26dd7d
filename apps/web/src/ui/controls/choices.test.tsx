import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Segmented } from './segmented.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

test('a switch is named by its label and requests the other state', async () => {
  const onChange = vi.fn()
  render(<Switch label="All topics" isOn={false} onChange={onChange} />)
  await userEvent.click(screen.getByRole('switch', { name: 'All topics', checked: false }))
  expect(onChange.mock.calls).toEqual([[true]])
})

test('a disabled switch stays focusable and does nothing', async () => {
  const onChange = vi.fn()
  render(<Switch label="Ads" note="Set elsewhere" isOn isDisabled onChange={onChange} />)
  await userEvent.tab()
  const ads = screen.getByRole('switch', { name: 'Ads', description: 'Set elsewhere' })
  expect(document.activeElement).toBe(ads)
  expect(ads.getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard(' ')
  await userEvent.click(ads)
  expect(onChange).not.toHaveBeenCalled()
})

function Billing() {
  const [value, setValue] = useState<'monthly' | 'yearly'>('monthly')
  const segments = [
    { value: 'monthly', label: 'Monthly' },
    { value: 'yearly', label: 'Yearly' },
  ] as const
  return <Segmented label="Billing" segments={segments} value={value} onChange={setValue} />
}

test('only one of the segments is chosen at a time', async () => {
  render(<Billing />)
  expect(screen.getByRole('radiogroup', { name: 'Billing' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Yearly' }))
  expect(screen.getByRole('radio', { name: 'Yearly', checked: true })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Monthly', checked: false })).toBeTruthy()
})

function Plans({ isEven = false }) {
  const [value, setValue] = useState<'starter' | 'legend'>('legend')
  const tabs = [
    { value: 'starter', label: 'Starter', panel: 'Free' },
    { value: 'legend', label: 'Legend', panel: 'No ads' },
  ] as const
  return <Tabs label="Plans" tabs={tabs} value={value} onChange={setValue} isEven={isEven} />
}

const tab = (name: string) => screen.getByRole('tab', { name })

test('each tab names its panel, and only the chosen one can be reached with the Tab key', async () => {
  render(<Plans />)
  const panel = screen.getByRole('tabpanel', { name: 'Legend' })
  expect(panel.textContent).toBe('No ads')
  expect(tab('Legend').getAttribute('aria-controls')).toBe(panel.id)
  await userEvent.tab()
  expect(document.activeElement).toBe(tab('Legend'))
  await userEvent.tab()
  expect(document.activeElement).toBe(panel)
  await userEvent.click(tab('Starter'))
  expect(screen.getByRole('tabpanel', { name: 'Starter' }).textContent).toBe('Free')
})

test.each([
  ['{ArrowLeft}', 'Starter'],
  ['{ArrowRight}', 'Starter'],
  ['{Home}', 'Starter'],
  ['{Home}{End}', 'Legend'],
  ['{ArrowLeft}{ArrowLeft}', 'Legend'],
  ['{Alt>}{ArrowLeft}{/Alt}', 'Legend'],
])('after %s the focus and the panel are those of the tab %s', async (keys, name) => {
  render(<Plans />)
  await userEvent.tab()
  await userEvent.keyboard(keys)
  expect(document.activeElement).toBe(tab(name))
  expect(screen.getByRole('tab', { selected: true })).toBe(tab(name))
  expect(screen.getByRole('tabpanel', { name })).toBeTruthy()
})

test('panels of equal height are all rendered, but only the chosen one is visible', () => {
  render(<Plans isEven />)
  expect(screen.getByText('Free').style.visibility).toBe('hidden')
  expect(screen.getByText('No ads').style.visibility).toBe('')
})
