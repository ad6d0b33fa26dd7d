import { useId } from 'react'
import styles from './segments.module.css'

/** One choice: its value, its label and an optional badge. */
export type Segment<Value extends string> = { value: Value; label: string; badge?: string }

type Props<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one among a few, side by side. Real radio buttons, so arrow keys, names and forms work natively. */
export function Segmented<Value extends string>({ label, segments, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segments} role="radiogroup" aria-label={label}>
      <legend className="sr">{label}</legend>
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label} {segment.badge && <span className={styles.badge}>{segment.badge}</span>}
        </label>
      ))}
    </fieldset>
  )
}
