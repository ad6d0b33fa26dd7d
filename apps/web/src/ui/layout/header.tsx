import type { ReactNode } from 'react'
import styles from './header.module.css'
import { Logo } from '../graphics/logo.tsx'

type Props = {
  /** The link home, of class `brandLink` around `<BrandName />`. */
  children: ReactNode
  /** On the right: the level bar of the play screen. */
  end?: ReactNode
  /** A status pill; it straddles the lower edge and pushes nothing. */
  pill?: ReactNode
}

/** The class of the link around the product name. */
export const brandLink = styles.brand

/** What the link home holds: the mark and the name. */
export function BrandName() {
  return (
    <>
      <Logo />
      Quizmaster
    </>
  )
}

/** The header with its thin divider: 56 px, lower where height is scarce. */
export function Header({ children, end, pill }: Props) {
  return (
    <header className={styles.header}>
      {children}
      {end}
      {pill}
    </header>
  )
}
