import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError } from './field-error.tsx'
import styles from './text-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'size'> & {
  label: string
  /** The label is read out but not drawn; for fields whose icon and placeholder say enough. */
  isLabelHidden?: boolean
  /** What is wrong with the value; announce it with `announceNow()` when it comes. */
  error?: string | null | undefined
  /** `none` leaves the error line out: for fields that cannot be wrong, as a search. */
  errorLine?: 'reserved' | 'none'
  icon?: ReactNode
  /** `large` is for a number to be read across a table. */
  size?: 'regular' | 'large'
}

/**
 * A labelled one-line field with its error under it. All attributes of an input pass through, `ref`
 * among them, so `{...register('email')}` works.
 */
export function TextField(props: Props) {
  const { label, isLabelHidden = false, error, errorLine = 'reserved', icon, size = 'regular', ...rest } = props
  const { className, id, ...attributes } = rest
  const ownId = useId()
  const inputId = id ?? ownId
  const errorId = `${inputId}-error`
  const hasError = Boolean(error)

  return (
    <div className={classNames(styles.field, className)}>
      <label className={isLabelHidden ? 'sr' : styles.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles.frame}>
        {icon}
        <input
          {...attributes}
          id={inputId}
          className={classNames(styles.input, size === 'large' && styles.large)}
          aria-invalid={hasError || undefined}
          aria-describedby={errorLine === 'none' ? undefined : errorId}
        />
      </div>
      {errorLine === 'reserved' && <FieldError id={errorId} message={error} />}
    </div>
  )
}
