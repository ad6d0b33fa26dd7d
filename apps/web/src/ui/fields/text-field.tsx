import { useId, type ComponentProps, type ReactNode } from 'react'
import { clsx } from 'clsx/lite'
import { AlertIcon } from '../graphics/icons.tsx'
import styles from './text-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'size'> & {
  label: string
  /** Makes the label visible only to screen readers, if the icon and the placeholder are enough for others. */
  isLabelHidden?: boolean
  /** What is wrong with the value. The caller announces it. */
  error?: string | null | undefined
  /** `none` leaves the error line out, for fields that cannot be wrong, such as a search. */
  errorLine?: 'reserved' | 'none'
  icon?: ReactNode
  /** `large` is for a number to be read from a distance. */
  size?: 'regular' | 'large'
}

/** A labelled one-line field with its error under it. Passes all attributes of an input through, including `ref`. */
export function TextField(props: Props) {
  const { label, isLabelHidden = false, error, errorLine = 'reserved', icon, size = 'regular', ...rest } = props
  const { className, id, ...attributes } = rest
  const ownId = useId()
  const inputId = id ?? ownId
  const errorId = `${inputId}-error`
  const hasError = Boolean(error)

  return (
    <div className={clsx(styles.field, className)}>
      <label className={isLabelHidden ? 'sr' : styles.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles.frame}>
        {icon}
        <input
          {...attributes}
          id={inputId}
          className={clsx(styles.input, size === 'large' && styles.large)}
          aria-invalid={hasError || undefined}
          aria-describedby={errorLine === 'none' ? undefined : errorId}
        />
      </div>
      {errorLine === 'reserved' && <FieldError id={errorId} message={error} />}
    </div>
  )
}

type TextAreaProps = ComponentProps<'textarea'> & {
  label: string
  /** A line between the label and the field on how to fill it in. */
  hint?: string
  error?: string | null | undefined
  /** `none` leaves the error line out, for fields that cannot be wrong. */
  errorLine?: 'reserved' | 'none'
}

/** A labelled field of several lines with its error under it. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, errorLine = 'reserved', className, id, rows = 2, ...attributes } = props
  const ownId = useId()
  const inputId = id ?? ownId
  const hintId = `${inputId}-hint`
  const errorId = `${inputId}-error`
  return (
    <div className={clsx(styles.field, className)}>
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
        className={clsx(styles.input, styles.area)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={clsx(hint && hintId, errorLine === 'reserved' && errorId) || undefined}
      />
      {errorLine === 'reserved' && <FieldError id={errorId} message={error} />}
    </div>
  )
}

type FieldErrorProps = { id: string; message?: string | null | undefined }

/** The line under a field. It keeps its height while it is empty, so that nothing below moves. */
export function FieldError({ id, message }: FieldErrorProps) {
  return (
    <p className={styles.error} id={id}>
      {message && (
        <>
          <AlertIcon weight={2.4} />
          <span>{message}</span>
        </>
      )}
    </p>
  )
}
