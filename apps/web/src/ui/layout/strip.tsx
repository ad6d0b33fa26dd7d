import styles from './strip.module.css'

/** The stripe in the four waymark colours over everything; it owns the inset at the top of phones. */
export function Strip() {
  return <div className={styles.strip} />
}
