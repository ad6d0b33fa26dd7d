import { useId, type ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError } from './field-error.tsx'
import styles from './text-field.module.css'

type Props = ComponentProps<'textarea'> & {
  label: string
  /** A line between label and field that says how to fill it in. */
  hint?: string
  error?: string | null | undefined
  /** `none` leaves the error line out: for fields that cannot be wrong. */
  errorLine?: 'reserved' | 'none'
}

/** A labelled field of several lines with its error under it, as a text field is one of one line. */
export function TextArea(props: Props) {
  const { label, hint, error, errorLine = 'reserved', className, id, rows = 2, ...attributes } = props
  const ownId = useId()
  const inputId = id ?? ownId
  const hintId = `${inputId}-hint`
  const errorId = `${inputId}-error`
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <textarea
        {...attributes}
        id={inputId}
        rows={rows}
        className={classNames(styles.input, styles.area)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={classNames(hint && hintId, errorLine === 'reserved' && errorId) || undefined}
      />
      {errorLine === 'reserved' && <FieldError id={errorId} message={error} />}
    </div>
  )
}
