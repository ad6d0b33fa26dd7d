import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { clsx } from 'clsx/lite'
import { TickIcon } from '../graphics/icons.tsx'
import { WaymarkBullet } from '../graphics/waymark.tsx'
import type { WaymarkShape } from '../graphics/waymark-shapes.ts'

type ChipProps = {
  children: ReactNode
  /** A coloured bullet before the words. */
  shape?: WaymarkShape
  /** The topic of a question: a plain line where height is scarce. */
  isLabel?: boolean
}

/** A name in a pill, not to be pressed. */
export function Chip({ children, shape, isLabel = false }: ChipProps) {
  return (
    <span className={clsx(styles.chip, isLabel && styles.label)}>
      {shape && <WaymarkBullet shape={shape} />}
      {children}
    </span>
  )
}

type ToggleChipProps = {
  children: ReactNode
  isOn: boolean
  onToggle: () => void
  /** Not to be chosen now; stays reachable and readable. */
  isDisabled?: boolean
}

/** A name that can be chosen and given back; chosen shows a tick as well as the colour. */
export function ToggleChip({ children, isOn, onToggle, isDisabled = false }: ToggleChipProps) {
  return (
    <button
      type="button"
      className={clsx(styles.chip, styles.toggle)}
      aria-pressed={isOn}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onToggle}
    >
      {isOn && <TickIcon weight={3} />}
      {children}
    </button>
  )
}
