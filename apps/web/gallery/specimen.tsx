import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** One component with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.specimen}>
      <h2 className={styles.name}>{name}</h2>
      {children}
    </section>
  )
}

/** Components side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
