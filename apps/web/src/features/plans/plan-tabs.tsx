import type { Plan } from '@quizmaster/contract/http/user'
import { type ReactNode, useState } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { clsx } from 'clsx/lite'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { native } from '../../platform/native.ts'
import { usePlanDetails } from './plan-calls.ts'
import { BuyLegend } from './buy-legend.tsx'
import { ManageSubscription } from './manage-subscription.tsx'
import { LEGEND_PERKS, OFFERS, type Perks, STARTER_PERKS } from './offers.ts'
import { ClockIcon } from '../../ui/graphics/icons.tsx'
import { TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import styles from './plan-tabs.module.css'
import { PLANS_STRINGS } from './strings.ts'

type Props = {
  /** The current plan; `undefined` until known, in which case no card names one. */
  plan: Plan | undefined
  /** Opens the support chat; null where it is off. */
  onChat: (() => void) | null
}

/** Starter and Legend as tabs, Legend first. Both cards have the same height (product 2). */
export function PlanTabs({ plan, onChat }: Props) {
  const [shown, setShown] = useState<'starter' | 'legend'>('legend')
  const legend = (
    <>
      <img src="/img/crown.svg" alt="" width={18} height={18} />
      {PLANS_STRINGS.legend}
    </>
  )
  return (
    <div className={styles.tabs}>
      <Tabs
        label={PLANS_STRINGS.plans}
        value={shown}
        onChange={setShown}
        isEven
        tabs={[
          { value: 'starter', label: PLANS_STRINGS.starter, panel: <StarterCard plan={plan} /> },
          { value: 'legend', label: legend, panel: <LegendCard plan={plan} onChat={onChat} /> },
        ]}
      />
    </div>
  )
}

function StarterCard({ plan }: Pick<Props, 'plan'>) {
  return (
    <PlanCardFrame name={PLANS_STRINGS.starter} picture="/img/rank-1.png" perks={STARTER_PERKS}>
      <p className={styles.price}>
        <b>{PLANS_STRINGS.free}</b> <span>{PLANS_STRINGS.withAds}</span>
      </p>
      {plan === 'starter' && <p className={styles.current}>{PLANS_STRINGS.currentStarter}</p>}
    </PlanCardFrame>
  )
}

function LegendCard({ plan, onChat }: Props) {
  return (
    <PlanCardFrame name={PLANS_STRINGS.legend} picture="/img/crown.svg" perks={LEGEND_PERKS} onChat={onChat} isGold>
      {plan === undefined && <OfferSkeleton />}
      {plan === 'starter' && (native().sellsPlans ? <BuyLegend /> : <p>{PLANS_STRINGS.notSoldHere}</p>)}
      {plan !== undefined && plan !== 'starter' && <OwnLegend plan={plan} />}
    </PlanCardFrame>
  )
}

/** What a Legend sees in place of the offer. */
function OwnLegend({ plan }: { plan: Exclude<Plan, 'starter'> }) {
  return (
    <>
      <div className={styles.row}>
        <p className={styles.current}>{PLANS_STRINGS.currentLegend}</p>
      </div>
      <p className={styles.price}>
        <b className={styles.billing}>{OFFERS.find(({ priceId }) => priceId === plan)?.label}</b>
      </p>
      {native().sellsPlans ? <ManageSubscription /> : <p>{PLANS_STRINGS.notSoldHere}</p>}
    </>
  )
}

function OfferSkeleton() {
  return (
    <LoadingRegion className={styles.offer ?? ''}>
      <Skeleton width="100%" height={52} radius={18} />
      <span className={styles.price}>
        <Skeleton width={180} height={48} />
      </span>
      <Skeleton width="100%" height={52} radius={16} />
    </LoadingRegion>
  )
}

type FrameProps = PerkProps & { name: string; picture: string; isGold?: boolean; children: ReactNode }

function PlanCardFrame({ name, picture, perks, onChat = null, isGold = false, children }: FrameProps) {
  return (
    <Card className={clsx(styles.card, isGold && styles.gold)}>
      <div className={styles.offer}>
        <div className={styles.name}>
          <img src={picture} alt="" width={44} height={44} />
          <h2>{name}</h2>
        </div>
        {children}
      </div>
      <PerkList perks={perks} onChat={onChat} />
    </Card>
  )
}

type PerkProps = { perks: Perks; onChat?: Props['onChat'] }

/** The perks with a tick; those that are coming soon with a clock and a tag. */
function PerkList({ perks, onChat = null }: PerkProps) {
  return (
    <ul className={styles.perks}>
      {perks.now.map((perk) => (
        <li key={perk}>
          <span className={styles.icon}>
            <TickIcon weight={3} />
          </span>
          {perks.contact?.includes(perk) ? <ContactPerk perk={perk} onChat={onChat} /> : <span>{perk}</span>}
        </li>
      ))}
      {perks.soon.map((perk) => (
        <li key={perk} className={styles.soon}>
          <span className={styles.icon}>
            <ClockIcon weight={2.4} />
          </span>
          <span>{perk}</span> <span className={styles.soonTag}>{PLANS_STRINGS.comingSoon}</span>
        </li>
      ))}
    </ul>
  )
}

/** A perk that opens the chat or, if that is off, a mail; plain text if there is neither. */
function ContactPerk({ perk, onChat }: { perk: string; onChat: Props['onChat'] }) {
  const email = usePlanDetails()?.support_email
  if (onChat) {
    return (
      <button type="button" className={styles.contact} onClick={onChat}>
        {perk}
      </button>
    )
  }
  if (!email) return <span>{perk}</span>
  return (
    <a className={styles.contact} href={`mailto:${email}?subject=${encodeURIComponent(perk)}`}>
      {perk}
    </a>
  )
}
