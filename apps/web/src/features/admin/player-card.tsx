import type { PlayerAccount } from '@quizmaster/contract/http/admin-players'
import { useQueryClient } from '@tanstack/react-query'
import type { PriceId } from '@quizmaster/contract/http/payments'
import { PRICE_LIST } from '@quizmaster/contract/price-list'
import { useState } from 'react'
import { CURRENT_USER_KEY } from '../../platform/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LazyConfirmSheet } from './lazy-confirm-sheet.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { endLegend, grantLegend, resetName, reverseComplaints } from './admin-calls.ts'
import styles from './players.module.css'
import { ADMIN_STRINGS, QUESTION_STRINGS, SITE_STRINGS } from './strings.ts'
import { dayText } from '../../platform/time-ago.ts'
import { useAdminAction } from './use-admin-action.ts'

const POINTS = new Intl.NumberFormat('en')
const PRICES = [
  { value: 'monthly', label: PRICE_LIST.monthly.label },
  { value: 'yearly', label: PRICE_LIST.yearly.label },
  { value: 'lifetime', label: PRICE_LIST.lifetime.label },
] as const

type PlayerAction = 'grant' | 'end' | 'resetName' | 'reverse'
type Props = { player: PlayerAccount; onChange: (player: PlayerAccount) => void }

/** A player's account and the actions on it, each confirmed in a sheet. */
export function PlayerCard({ player, onChange }: Props) {
  const [plan, setPlan] = useState<PriceId>('lifetime')
  const [action, setAction] = useState<PlayerAction>('grant')
  const [isAsking, setIsAsking] = useState(false)
  const { run, isPending } = usePlayerAction(player, plan, (changed) => {
    onChange(changed)
    setIsAsking(false)
  })
  const ask = (next: PlayerAction) => {
    setAction(next)
    setIsAsking(true)
  }
  return (
    <Card className={styles.card}>
      <h2 className={styles.name}>{player.name}</h2>
      <Facts player={player} />
      <div className={styles.grant}>
        <p className={styles.label}>{SITE_STRINGS.legendFor}</p>
        <Segmented label={SITE_STRINGS.legendFor} segments={PRICES} value={plan} onChange={setPlan} />
        <Button size="small" variant="gold" onClick={() => ask('grant')}>
          {SITE_STRINGS.grant}
        </Button>
      </div>
      <div className={styles.actions}>
        <Button size="small" variant="danger" isDisabled={!player.is_premium} onClick={() => ask('end')}>
          {SITE_STRINGS.end}
        </Button>
        <Button size="small" isDisabled={player.display_name === null} onClick={() => ask('resetName')}>
          {SITE_STRINGS.resetName}
        </Button>
        <Button
          size="small"
          variant="danger"
          isDisabled={player.open_complaint_count === 0}
          onClick={() => ask('reverse')}
        >
          {QUESTION_STRINGS.reverse}
        </Button>
      </div>
      <LazyConfirmSheet
        isOpen={isAsking}
        {...confirmTexts(action, player, plan)}
        keep={ADMIN_STRINGS.cancel}
        onKeep={() => setIsAsking(false)}
        actVariant={action === 'grant' ? 'gold' : 'danger'}
        isActing={isPending}
        onAct={() => run(action)}
      />
    </Card>
  )
}

function usePlayerAction({ id }: PlayerAccount, plan: PriceId, onDone: (player: PlayerAccount) => void) {
  const client = useQueryClient()
  const calls = {
    grant: () => grantLegend(id, plan),
    end: () => endLegend(id),
    resetName: () => resetName(id),
    reverse: () => reverseComplaints(id),
  }
  const done = {
    grant: SITE_STRINGS.granted,
    end: SITE_STRINGS.ended,
    resetName: SITE_STRINGS.nameReset,
    reverse: QUESTION_STRINGS.reversed,
  }
  return useAdminAction({
    act: async (action: PlayerAction) => {
      const player = await calls[action]()
      // It may be the operator's own account.
      void client.invalidateQueries({ queryKey: CURRENT_USER_KEY })
      return player
    },
    done: (_, action) => done[action],
    onDone,
  })
}

function Facts({ player }: { player: PlayerAccount }) {
  const { plan_origin: origin } = player
  const facts = [
    [SITE_STRINGS.email, player.email],
    [SITE_STRINGS.plan, SITE_STRINGS.plans[player.plan]],
    [SITE_STRINGS.origin, origin ? SITE_STRINGS.origins[origin] : SITE_STRINGS.noOrigin],
    [SITE_STRINGS.points, POINTS.format(player.total_points)],
    [SITE_STRINGS.openReports, POINTS.format(player.open_complaint_count)],
    [SITE_STRINGS.since, dayText(player.created_at)],
    [SITE_STRINGS.role, SITE_STRINGS.roles[player.role]],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function confirmTexts(
  action: PlayerAction,
  { name, open_complaint_count }: PlayerAccount,
  plan: PriceId,
): { title: string; text: string; act: string } {
  const texts = {
    grant: {
      title: SITE_STRINGS.grantTitle,
      text: SITE_STRINGS.grantText(name, PRICE_LIST[plan].label),
      act: SITE_STRINGS.grant,
    },
    end: { title: SITE_STRINGS.endTitle, text: SITE_STRINGS.endText(name), act: SITE_STRINGS.end },
    resetName: {
      title: SITE_STRINGS.resetTitle,
      text: SITE_STRINGS.resetText(name),
      act: SITE_STRINGS.resetName,
    },
    reverse: {
      title: QUESTION_STRINGS.reverseTitle,
      text: QUESTION_STRINGS.reverseText(name, open_complaint_count),
      act: QUESTION_STRINGS.reverse,
    },
  }
  return texts[action]
}
