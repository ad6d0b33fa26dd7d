import { useEffect } from 'react'
import { native } from '../../platform/native.ts'
import { announce } from '../../ui/feedback/announce.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { awaitLegend, type ConfirmationPhase, refreshPlan, useLegendConfirmation } from './confirmation.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './plan-status.module.css'
import { PLANS_STRINGS } from './strings.ts'

/**
 * The plan on the dashboard; nothing for a Legend. While a payment is being confirmed, the line keeps its space but has
 * no button, so that nobody pays twice. The button returns when polling stops.
 */
export function PlanStatus({ isPremium }: { isPremium: boolean }) {
  const { phase, isPlanUnknown } = useLegendConfirmation(isPremium)
  if (isPremium) return null
  return (
    <>
      {isPlanUnknown && phase === 'asking' && <PlanLineSkeleton />}
      {!isPlanUnknown && <PlanLine />}
      <ConfirmationNote phase={phase} />
    </>
  )
}

/** Says that the payment is being confirmed; after 2 min it offers a button to check again (contract 9). */
export function ConfirmationNote({ phase }: { phase: ConfirmationPhase }) {
  const text = { none: null, asking: null, late: PLANS_STRINGS.beingConfirmed, given_up: PLANS_STRINGS.notConfirmed }[
    phase
  ]
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  if (text === null) return null
  return (
    <div className={styles.note}>
      <p>{text}</p>
      {phase === 'given_up' && (
        <Button size="small" onClick={askAgain}>
          {PLANS_STRINGS.checkAgain}
        </Button>
      )}
    </div>
  )
}

function askAgain(): void {
  awaitLegend()
  void refreshPlan()
}

/** Reserves the space for the plan's line until the plan is known. */
export function PlanLineSkeleton() {
  return (
    <div className={styles.line}>
      <Skeleton width={164} height={24} />
      <Skeleton width={204} height={44} radius={14} />
    </div>
  )
}

/** "Current plan: Starter" and, where plans are sold, the button to upgrade (product 2). */
function PlanLine() {
  return (
    <div className={styles.line}>
      <p>{PLANS_STRINGS.currentStarter}</p>
      {native().sellsPlans && (
        <Link to="/app/dashboard/premium" className={buttonClass({ variant: 'gold', size: 'small' })}>
          <img src="/img/crown.svg" alt="" width={20} height={20} />
          {PLANS_STRINGS.upgrade}
        </Link>
      )}
    </div>
  )
}

/** The crown that marks a Legend. */
export function Crown({ size = 28 }: { size?: number }) {
  return <img src="/img/crown.svg" alt={PLANS_STRINGS.legend} width={size} height={size} />
}
