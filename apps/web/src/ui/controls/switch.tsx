import { useId } from 'react'
import styles from './switch.module.css'

type Props = {
  label: string
  /** A second line, in smaller type. */
  note?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Not to be switched now, but still reachable and read out. */
  isDisabled?: boolean
}

/** A row with its label and a switch, 44 px to touch. */
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
