import type { ComponentProps, ReactNode } from 'react'
import { clsx } from 'clsx/lite'
import styles from './icon-button.module.css'

/** The appearance of an icon button: framed, with a soft fill (on sheets), or bare (on toasts). */
export type IconButtonLook = { size?: 'regular' | 'small'; ground?: 'framed' | 'soft' | 'bare' }

/** The class for an appearance, for links drawn as icon buttons. */
export function iconButtonClass({ size = 'regular', ground = 'framed' }: IconButtonLook = {}): string {
  return clsx(styles.button, size === 'small' && styles.small, ground !== 'framed' && styles[ground])
}

type Props = IconButtonLook & Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: ReactNode }

/** A square button that shows only an icon; `label` is what is read out. 52 px, or 44 px when small. */
export function IconButton({ label, icon, size = 'regular', ground = 'framed', className, ...attributes }: Props) {
  return (
    <button
      type="button"
      {...attributes}
      aria-label={label}
      className={clsx(iconButtonClass({ size, ground }), className)}
    >
      {icon}
    </button>
  )
}
