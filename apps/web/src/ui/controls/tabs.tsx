import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './segments.module.css'

/** A tab with its panel. */
export type Tab<Value extends string> = { value: Value; label: ReactNode; panel: ReactNode }

type Props<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Makes all panels as high as the highest one, so that switching tabs moves nothing. */
  isEven?: boolean
}

/** The index of the tab that a key leads to, from the tab at `index` of `count`. */
const KEYS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs above their panel; arrow keys move between them. (Radix's tabs would add 8 kB.) */
export function Tabs<Value extends string>({ label, tabs, value, onChange, isEven = false }: Props<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const tabId = (tab: Value) => `${id}-tab-${tab}`
  const panelId = (tab: Value) => `${id}-panel-${tab}`

  function handleKey(event: KeyboardEvent): void {
    // With these keys held, arrow keys belong to the browser: Alt and the left arrow go back, for example.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const index = tabs.findIndex((tab) => tab.value === value)
    const next = KEYS[event.key]?.(index, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus()
  }

  const panels = tabs.map((tab) => {
    const isShown = tab.value === value
    return (
      <div
        key={tab.value}
        id={panelId(tab.value)}
        role="tabpanel"
        aria-labelledby={tabId(tab.value)}
        tabIndex={0}
        hidden={!isShown && !isEven}
        // `visibility` also removes hidden panels from the tab order and the accessibility tree.
        style={isShown ? undefined : { visibility: 'hidden' }}
      >
        {(isShown || isEven) && tab.panel}
      </div>
    )
  })
  return (
    <div>
      <div ref={list} className={styles.segments} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            className={styles.segment}
            role="tab"
            id={tabId(tab.value)}
            aria-selected={tab.value === value}
            aria-controls={panelId(tab.value)}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={handleKey}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {isEven ? <div className={styles.even}>{panels}</div> : panels}
    </div>
  )
}
