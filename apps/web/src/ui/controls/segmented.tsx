import { useId } from 'react'
import styles from './segments.module.css'

/** One option: its value, its label and an optional badge. `spoken` is read out in place of the label. */
export type Segment<Value extends string> = { value: Value; label: string; badge?: string; spoken?: string }

type Props<Value extends string> = {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The id of a text that explains the choice. */
  describedBy?: string
  isDisabled?: boolean
}

/**
 * A choice between a few options side by side. These are radio buttons, so arrow keys, names and forms work natively.
 */
export function Segmented<Value extends string>(props: Props<Value>) {
  const { label, segments, value, onChange, describedBy, isDisabled = false } = props
  const name = useId()
  return (
    <fieldset
      className={styles.segments}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      disabled={isDisabled}
    >
      <legend className="sr">{label}</legend>
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={segment.value}
            aria-label={segment.spoken}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.label} {segment.badge && <span className={styles.badge}>{segment.badge}</span>}
        </label>
      ))}
    </fieldset>
  )
}
