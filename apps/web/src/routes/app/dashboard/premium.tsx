import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Page, PageTitle } from '../../../ui/page.tsx'
import { strings } from '../../strings.ts'

/** The plans: nothing can be bought yet, and the screen says so. */
export function Plans() {
  return (
    <Page width="narrow">
      <BackLink to="/app/dashboard" />
      <PageTitle>{strings.titles.plans}</PageTitle>
      <Card edge="dashed" isRoomy>
        <p>{strings.inDevelopment}</p>
      </Card>
    </Page>
  )
}
