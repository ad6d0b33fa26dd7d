import type { User } from '@quizmaster/contract/http/user'
import type { ReactNode } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { clsx } from 'clsx/lite'
import { WaymarkTile } from '../../ui/graphics/waymark.tsx'
import styles from './profile.module.css'

type Props = {
  className?: string | undefined
  user: User
  /** Beside the name. */
  crown?: ReactNode
  /** Below: the plan. */
  children: ReactNode
}

/** The account's avatar, name and e-mail address. */
export function ProfileSummary({ className, user, crown, children }: Props) {
  return (
    <Card className={clsx(styles.card, className)} isRoomy>
      <div className={styles.person}>
        <WaymarkTile shape="peak" size="large" />
        <div>
          {user.display_name !== null && (
            <p className={styles.name}>
              {user.display_name}
              {crown}
            </p>
          )}
          <p className={styles.email}>{user.email}</p>
        </div>
      </div>
      {children}
    </Card>
  )
}
