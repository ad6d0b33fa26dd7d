import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import styles from './stats.module.css'
import { DASHBOARD_STRINGS } from './strings.ts'

/** A placeholder with a title and a picture (product 2). */
export function MyStats() {
  return (
    <Page>
      <BackLink to="/app/dashboard" />
      <PageTitle>{DASHBOARD_STRINGS.myStats}</PageTitle>
      <div className={styles.ridge} />
    </Page>
  )
}
