import { buttonClass } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { UserIcon } from '../../ui/graphics/icons.tsx'
import { CrossIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import styles from './sign-in-card.module.css'
import { PRACTICE_STRINGS } from './strings.ts'

/** Tells a visitor what signing in saves. Not announced, because it is the next Tab stop after the question. */
export function SignInCard({ onClose }: { onClose: () => void }) {
  return (
    <aside className={styles.card} aria-label={PRACTICE_STRINGS.signInKeeps}>
      <span className={styles.icon}>
        <UserIcon />
      </span>
      <div>
        <p className={styles.title}>{PRACTICE_STRINGS.fiveDone}</p>
        <p className={styles.text}>
          {PRACTICE_STRINGS.signInText}
          <span className={styles.more}>{PRACTICE_STRINGS.signInMore}</span>.
        </p>
      </div>
      <IconButton
        label={PRACTICE_STRINGS.close}
        icon={<CrossIcon weight={2.4} />}
        size="small"
        ground="bare"
        onClick={onClose}
      />
      <Link to="/base/login/request-code" className={`${buttonClass({ size: 'small' })} ${styles.way}`}>
        {PRACTICE_STRINGS.signIn}
      </Link>
    </aside>
  )
}
