import { useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import styles from './button.module.css'
import { clsx } from 'clsx/lite'
import { Spinner } from '../feedback/spinner.tsx'

/** How a button looks. `primary` is the one orange button of a screen, `gold` belongs to Legend only. */
export type ButtonLook = {
  variant?: 'primary' | 'plain' | 'ghost' | 'gold' | 'dark' | 'danger'
  size?: 'regular' | 'small'
  /** As wide as its place. */
  block?: boolean
}

/** The class of a button's look, for a link that is drawn as a button. */
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
    /** Its work is under way: the button keeps its width, shows a spinner and ignores presses. */
    isPending?: boolean
    /** Not to be pressed now, but still reachable and read out. */
    isDisabled?: boolean
    icon?: ReactNode
    iconAfter?: ReactNode
    /** A number or short words in a pill after the label. */
    count?: ReactNode
  }

/** The button. A `type="button"` unless told otherwise. */
export function Button(props: Props) {
  const { variant, size, block = false, isPending = false, isDisabled = false, ...rest } = props
  const { icon, iconAfter, count, className, children, onClick, style, ...attributes } = rest
  const [widthAtPress, setWidthAtPress] = useState<number | null>(null)
  const isInert = isPending || isDisabled

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isInert) {
      // Also stops the form: a second Enter must not send it again.
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
