import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './segments.module.css'

/** A tab with its panel. */
export type Tab<Value extends string> = { value: Value; label: ReactNode; panel: ReactNode }

type Props<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** All panels are as high as the highest, so that switching tabs moves nothing. */
  isEven?: boolean
}

/** Tabs above their panel; arrow keys move between them. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, isEven = false }: Props<Value>) {
  const choose = (next: string) => {
    const chosen = tabs.find((tab) => tab.value === next)
    if (chosen) onChange(chosen.value)
  }
  const panels = tabs.map((tab) => (
    <RadixTabs.Content
      key={tab.value}
      value={tab.value}
      {...(isEven && { forceMount: true })}
      // Also removes hidden panels from the tab order and the accessibility tree.
      style={isEven && tab.value !== value ? { visibility: 'hidden' } : undefined}
    >
      {tab.panel}
    </RadixTabs.Content>
  ))
  return (
    <RadixTabs.Root value={value} onValueChange={choose}>
      <RadixTabs.List className={styles.segments} aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} className={styles.segment} value={tab.value}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {isEven ? <div className={styles.even}>{panels}</div> : panels}
    </RadixTabs.Root>
  )
}
