import { ClockIcon, TickIcon } from '../../ui/graphics/icons.tsx'
import type { Perks } from './offers.ts'
import styles from './perk-list.module.css'
import { PLANS_STRINGS } from './strings.ts'

/** What a plan gives, with a tick; what is to come, with a clock and the word. */
export function PerkList({ perks }: { perks: Perks }) {
  return (
    <ul className={styles.perks}>
      {perks.now.map((perk) => (
        <li key={perk}>
          <span className={styles.icon}>
            <TickIcon weight={3} />
          </span>
          <span>{perk}</span>
        </li>
      ))}
      {perks.soon.map((perk) => (
        <li key={perk} className={styles.soon}>
          <span className={styles.icon}>
            <ClockIcon weight={2.4} />
          </span>
          <span>{perk}</span> <span className={styles.tag}>{PLANS_STRINGS.comingSoon}</span>
        </li>
      ))}
    </ul>
  )
}
