import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Segmented } from './segmented.tsx'
import { Switch } from './switch.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

test('the switch is named by its label and requests the other state', async () => {
  const onChange = vi.fn()
  render(<Switch label="All topics" isOn={false} onChange={onChange} />)
  await userEvent.click(screen.getByRole('switch', { name: 'All topics', checked: false }))
  expect(onChange.mock.calls).toEqual([[true]])
})

test('a switch that is disabled stays reachable and does nothing', async () => {
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

test('one of the segments is chosen at a time', async () => {
  render(<Billing />)
  expect(screen.getByRole('radiogroup', { name: 'Billing' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Yearly' }))
  expect(screen.getByRole('radio', { name: 'Yearly', checked: true })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Monthly', checked: false })).toBeTruthy()
})

function Plans() {
  const [value, setValue] = useState<'starter' | 'legend'>('legend')
  const tabs = [
    { value: 'starter', label: 'Starter', panel: 'Free' },
    { value: 'legend', label: 'Legend', panel: 'No ads' },
  ] as const
  return <Tabs label="Plans" tabs={tabs} value={value} onChange={setValue} />
}

test('arrows move between the tabs, and the panel follows', async () => {
  render(<Plans />)
  expect(screen.getByRole('tabpanel').textContent).toBe('No ads')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'Starter', selected: true })).toBeTruthy()
  expect(screen.getByRole('tabpanel').textContent).toBe('Free')
})
