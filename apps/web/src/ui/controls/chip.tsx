import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { clsx } from 'clsx/lite'
import { TickIcon } from '../graphics/always-loaded-icons.tsx'
import { WaymarkBullet } from '../graphics/waymark.tsx'
import type { WaymarkShape } from '../graphics/waymark-shapes.ts'

type ChipProps = {
  children: ReactNode
  /** A coloured bullet before the text. */
  shape?: WaymarkShape
  /** A heading-like label, which becomes plain text on low screens. */
  isLabel?: boolean
}

/** A text in a pill, not interactive. */
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
  /** Ignores presses, but can still be focused and is read out. */
  isDisabled?: boolean
}

/** A pill that can be selected and deselected; selected it shows a tick as well as the colour. */
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
