import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import styles from './stats.module.css'
import { DASHBOARD_STRINGS } from './strings.ts'

/** A placeholder (product 2): its title and a view, no figures that nobody counted. */
export function MyStats() {
  return (
    <Page>
      <BackLink to="/app/dashboard" />
      <PageTitle>{DASHBOARD_STRINGS.myStats}</PageTitle>
      <div className={styles.ridge} />
    </Page>
  )
}
