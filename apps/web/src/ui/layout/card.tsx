import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { clsx } from 'clsx/lite'

type Props = ComponentProps<'section'> & {
  /** `dashed` is for placeholders. */
  edge?: 'solid' | 'dashed'
  /** Wider padding on large screens. */
  isRoomy?: boolean
}

/** A raised surface on the page. */
export function Card({ edge = 'solid', isRoomy = false, className, ...attributes }: Props) {
  const looks = clsx(styles.card, edge === 'dashed' && styles.dashed, isRoomy && styles.roomy, className)
  return <section {...attributes} className={looks} />
}
