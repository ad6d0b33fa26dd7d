import { useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import styles from './button.module.css'
import { clsx } from 'clsx/lite'
import { Spinner } from '../feedback/spinner.tsx'

/** The appearance of a button. `primary` is the one orange button of a screen, `gold` is for Legend only. */
export type ButtonLook = {
  variant?: 'primary' | 'plain' | 'ghost' | 'gold' | 'dark' | 'danger'
  size?: 'regular' | 'small'
  /** As wide as its container. */
  block?: boolean
}

/** The class for an appearance, for links drawn as buttons. */
export function buttonClass({ variant = 'plain', size = 'regular', block = false }: ButtonLook = {}): string {
  return clsx(
    styles.button,
    variant !== 'plain' && styles[variant],
    size === 'small' && styles.small,
    block && styles.block,
  )
}

type Props = ButtonLook &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    /** While its action is pending, the button keeps its width, shows a spinner and ignores presses. */
    isPending?: boolean
    /** Ignores presses, but can still be focused and is read out. */
    isDisabled?: boolean
    icon?: ReactNode
    iconAfter?: ReactNode
    /** A number or short text in a pill after the label. */
    count?: ReactNode
  }

/** A button, of `type="button"` by default. */
export function Button(props: Props) {
  const { variant, size, block = false, isPending = false, isDisabled = false, ...rest } = props
  const { icon, iconAfter, count, className, children, onClick, style, ...attributes } = rest
  const [widthAtPress, setWidthAtPress] = useState<number | null>(null)
  const isInert = isPending || isDisabled

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isInert) {
      // Also prevents a second Enter from submitting the form again.
      event.preventDefault()
      return
    }
    if (!block) setWidthAtPress(event.currentTarget.offsetWidth)
    onClick?.(event)
  }
  const keepsWidth = isPending && !block && widthAtPress !== null

  return (
    <button
      type="button"
      {...attributes}
      className={clsx(
        buttonClass({ ...(variant && { variant }), ...(size && { size }), block }),
        count !== undefined && styles.counted,
        className,
      )}
      style={keepsWidth ? { ...style, width: widthAtPress, paddingInline: 0 } : style}
      aria-disabled={isInert || undefined}
      aria-busy={isPending || undefined}
      onClick={press}
    >
      {isPending ? <Spinner /> : icon}
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {!isPending && iconAfter}
    </button>
  )
}
