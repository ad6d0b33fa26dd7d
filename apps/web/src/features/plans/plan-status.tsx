import { useEffect } from 'react'
import { announce } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { awaitLegend, type ConfirmationPhase, refreshPlan, useLegendConfirmation } from './confirmation.ts'
import { PlanLine, PlanLineSkeleton } from './plan-line.tsx'
import styles from './plan-status.module.css'
import { PLANS_STRINGS } from './strings.ts'

/**
 * What the dashboard says of the plan. Nothing for a Legend. For somebody whose payment is on its way to us the plan is
 * not known yet: the line keeps its room, and the way to pay a second time is kept shut until we give up waiting.
 */
export function PlanStatus({ isPremium }: { isPremium: boolean }) {
  const { phase, isHeld } = useLegendConfirmation(isPremium)
  if (isPremium) return null
  return (
    <>
      {isHeld && phase === 'asking' && <PlanLineSkeleton />}
      {!isHeld && <PlanLine />}
      <ConfirmationNote phase={phase} />
    </>
  )
}

/** Says that the provider takes its time (contract 9), and after 2 min leaves the asking to the player. */
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
