import { OfflineIcon } from '../graphics/icons.tsx'
import { Spinner } from './spinner.tsx'
import styles from './status-pill.module.css'

/** `reconnecting`: the connection is being restored. `offline`: the browser has no network. */
export type ConnectionTrouble = 'reconnecting' | 'offline'

/** Reports a lost connection in the header's `pill` slot. */
export function StatusPill({ trouble }: { trouble: ConnectionTrouble }) {
  return (
    <output className={styles.pill}>
      {trouble === 'offline' ? <OfflineIcon weight={2.4} /> : <Spinner size="small" />}
      {trouble === 'offline' ? 'You are offline' : 'Reconnecting...'}
    </output>
  )
}
