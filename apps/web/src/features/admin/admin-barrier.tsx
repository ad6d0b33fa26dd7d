import { logDebug } from '../../platform/log.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { confirmSecondFactor } from './admin-calls.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SetUpSecondFactor } from './security.tsx'
import styles from './security.module.css'
import { SECURITY_STRINGS } from './strings.ts'
import type { Barrier } from './use-admin-barrier.ts'

type Props = {
  barrier: Barrier
  onLifted: () => void
  /** Signs out, so that the admin can sign in again. */
  signOut: () => Promise<void>
}

/** Replaces the admin screens until the server accepts this session. */
export function AdminBarrier({ barrier, onLifted, signOut }: Props) {
  if (barrier === 'sign_in_again') return <SignInAgain signOut={signOut} />
  if (barrier === 'second_factor_missing') {
    return (
      <>
        <PageTitle subtitle={SECURITY_STRINGS.required}>{SECURITY_STRINGS.isOff}</PageTitle>
        <SetUpSecondFactor onDone={onLifted} />
      </>
    )
  }
  return (
    <>
      <PageTitle subtitle={SECURITY_STRINGS.confirmText}>{SECURITY_STRINGS.confirm}</PageTitle>
      <Card className={styles.card}>
        <SecondFactorForm act={confirmSecondFactor} onDone={onLifted} button={SECURITY_STRINGS.confirmButton} />
      </Card>
    </>
  )
}

function SignInAgain({ signOut }: Pick<Props, 'signOut'>) {
  const { run, isPending } = useAction(signOut, { onFailure: (err) => logDebug('logout_failed', { err }) })
  return (
    <>
      <PageTitle subtitle={SECURITY_STRINGS.signInAgainText}>{SECURITY_STRINGS.signInAgain}</PageTitle>
      <div>
        <Button variant="primary" isPending={isPending} onClick={() => run()}>
          {SECURITY_STRINGS.signInAgain}
        </Button>
      </div>
    </>
  )
}
