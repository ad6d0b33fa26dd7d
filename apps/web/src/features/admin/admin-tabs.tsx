import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { Link } from '../../ui/controls/link.tsx'
import styles from './admin.module.css'
import { useAdsDraft } from './unsaved-ads.ts'
import { useQuestionDrafts } from './question-draft.ts'
import { ADMIN_STRINGS } from './strings.ts'

const { tabs } = ADMIN_STRINGS
const TABS = [
  'complaints',
  'questions',
  'ratings',
  'suggestions',
  'flags',
  'ads',
  'players',
  'audit',
  'security',
] as const satisfies (keyof typeof tabs)[]

/** The links to the admin screens. A dot marks a screen with unsaved changes. */
export function AdminTabs() {
  const unsaved = useUnsaved()
  const { pathname } = useLocation()
  return (
    <nav className={styles.tabs} aria-label={ADMIN_STRINGS.admin}>
      {TABS.map((tab) => {
        const isMarked = (tab === 'ads' || tab === 'questions') && unsaved[tab]
        const label = isMarked ? `${tabs[tab]}, ${ADMIN_STRINGS.unsaved}` : undefined
        const path = `/app/admin/${tab}`
        return (
          <Link key={tab} to={path} aria-label={label} aria-current={matchPath(path, pathname) ? 'page' : undefined}>
            {tabs[tab]}
            {isMarked && <span className={styles.dot} />}
          </Link>
        )
      })}
    </nav>
  )
}

/** Which screens have unsaved changes. While there are any, the browser asks before it closes or reloads the page. */
function useUnsaved(): { ads: boolean; questions: boolean } {
  const ads = useAdsDraft((state) => state.ads !== null)
  const questions = useQuestionDrafts(({ drafts }) => Object.keys(drafts).length > 0)
  const isUnsaved = ads || questions
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return { ads, questions }
}
