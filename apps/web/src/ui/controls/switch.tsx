import { useId } from 'react'
import styles from './switch.module.css'

type Props = {
  label: string
  /** A second line, in smaller type. */
  note?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Ignores presses, but can still be focused and is read out. */
  isDisabled?: boolean
}

/** A row with a label and a switch, with a touch target of 44 px. */
export function Switch({ label, note, isOn, onChange, isDisabled = false }: Props) {
  const labelId = useId()
  const noteId = useId()
  return (
    <div className={styles.row}>
      <span className={styles.label}>
        <span id={labelId}>{label}</span>
        {note && (
          <small className={styles.note} id={noteId}>
            {note}
          </small>
        )}
      </span>
      <button
        type="button"
        role="switch"
        className={styles.switch}
        aria-checked={isOn}
        aria-labelledby={labelId}
        aria-describedby={note ? noteId : undefined}
        aria-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && onChange(!isOn)}
      />
    </div>
  )
}
