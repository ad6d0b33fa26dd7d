import type { ReactNode } from 'react'
import styles from './header.module.css'
import { Logo } from '../graphics/logo.tsx'

type Props = {
  /** The home link: class `brandLink`, content `<BrandName />`. */
  children: ReactNode
  /** On the right. */
  end?: ReactNode
  /** A status pill, which overlaps the lower edge without taking space. */
  pill?: ReactNode
}

/** The class of the link around the product name. */
export const brandLink = styles.brand

/** The content of the home link: logo and name. */
export function BrandName() {
  return (
    <>
      <Logo />
      Quizmaster
    </>
  )
}

/** The header: 56 px, less on low screens. */
export function Header({ children, end, pill }: Props) {
  return (
    <header className={styles.header}>
      {children}
      {end}
      {pill}
    </header>
  )
}

/** The stripe in the four waymark colours at the top of every screen; it covers the safe area of phones. */
export function Strip() {
  return <div className={styles.strip} />
}
