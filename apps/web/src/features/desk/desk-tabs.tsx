import { NavLink } from 'react-router'
import styles from './desk-tabs.module.css'
import { DESK_STRINGS } from './strings.ts'
import { useUnsaved } from './use-unsaved.ts'

const { tabs } = DESK_STRINGS
const TABS = ['complaints', 'questions', 'flags', 'ads', 'players', 'audit'] as const satisfies (keyof typeof tabs)[]

/** The screens of the desk. A dot marks what is not saved yet. */
export function DeskTabs() {
  const unsaved = useUnsaved()
  return (
    <nav className={styles.tabs} aria-label={DESK_STRINGS.desk}>
      {TABS.map((tab) => {
        const isMarked = (tab === 'ads' || tab === 'questions') && unsaved[tab]
        const label = isMarked ? `${tabs[tab]}, ${DESK_STRINGS.unsaved}` : undefined
        return (
          <NavLink key={tab} to={`/app/admin/${tab}`} aria-label={label}>
            {tabs[tab]}
            {isMarked && <span className={styles.dot} />}
          </NavLink>
        )
      })}
    </nav>
  )
}
