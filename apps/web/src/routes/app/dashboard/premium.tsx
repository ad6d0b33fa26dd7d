import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { toggleChat, useIsChatReady } from '../../../features/chat/chat-widget.ts'
import { useLegendConfirmation } from '../../../features/plans/confirmation.ts'
import { ConfirmationNote } from '../../../features/plans/plan-status.tsx'
import { PlanTabs } from '../../../features/plans/plan-tabs.tsx'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { strings } from '../../strings.ts'

/** The plans with their perks, and the buttons to pay or to manage a subscription (product 2). */
export function Plans() {
  const { user } = useCurrentUser()
  const isChatReady = useIsChatReady()
  const { phase, isPlanUnknown } = useLegendConfirmation(user?.is_premium)
  return (
    <Page>
      <BackLink to="/app/dashboard" />
      <h1 className="sr" tabIndex={-1}>
        {strings.titles.plans}
      </h1>
      {isPlanUnknown && <ConfirmationNote phase={phase} />}
      <PlanTabs plan={isPlanUnknown ? undefined : user?.plan} onChat={isChatReady ? toggleChat : null} />
    </Page>
  )
}
