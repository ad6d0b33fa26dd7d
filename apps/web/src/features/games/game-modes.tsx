import { type ReactNode } from 'react'
import { useFeatureFlag } from '../../platform/use-feature-flag.ts'
import { useAction } from '../../platform/use-action.ts'
import { useNavigateWhileMounted } from '../../platform/navigation.ts'
import { clsx } from 'clsx/lite'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { openModal } from '../modals/modal-store.ts'
import { CHOOSER_STRINGS } from './chooser-strings.ts'
import { FriendsArt } from './friends-art.tsx'
import { createGame, existingGameOf, showGameFailure } from './game-calls.ts'
import styles from './game-modes.module.css'
import { GAME_PATHS } from './game-routes.ts'

/** The modes of a private game: one can be played if its feature flag is on, the other is not implemented. */
export function GameModeChooser() {
  const isEnabled = useFeatureFlag('private_fun_mode_controls_enabled')
  return (
    <Page>
      <BackLink to="/app/dashboard" />
      <PageTitle>{CHOOSER_STRINGS.title}</PageTitle>
      <div className={styles.modes}>
        <Mode title={CHOOSER_STRINGS.fun} text={CHOOSER_STRINGS.funText}>
          <div className={styles.controls}>{isEnabled === undefined ? null : isEnabled ? <Controls /> : <Tag />}</div>
        </Mode>
        <Mode title={CHOOSER_STRINGS.competitive} text={CHOOSER_STRINGS.competitiveText} isUnavailable>
          <Tag />
        </Mode>
      </div>
    </Page>
  )
}

function Tag() {
  return <span className={styles.tag}>{CHOOSER_STRINGS.inDevelopment}</span>
}

/** If the user is in a game, a sheet asks first: a host would cancel that game, another player would leave it. */
function Controls() {
  const navigate = useNavigateWhileMounted()
  const creating = useAction(() => createGame(false), {
    onDone: () => navigate(GAME_PATHS.lobby),
    onFailure(error) {
      const existing = existingGameOf(error)
      if (existing) openModal(existing.isHost ? 'confirmCancelActiveGameOnNewGame' : 'leaveGameOnNewGame', null)
      else showGameFailure(error)
    },
  })
  return (
    <div className={styles.pair}>
      <Button variant="primary" block isPending={creating.isPending || creating.isDone} onClick={() => creating.run()}>
        {CHOOSER_STRINGS.new}
      </Button>
      <Link to={GAME_PATHS.join} className={buttonClass({ block: true })}>
        {CHOOSER_STRINGS.join}
      </Link>
    </div>
  )
}

type ModeProps = { title: string; text: string; children: ReactNode; isUnavailable?: boolean }

function Mode({ title, text, children, isUnavailable = false }: ModeProps) {
  return (
    <Card edge={isUnavailable ? 'dashed' : 'solid'} className={clsx(styles.mode, isUnavailable && styles.unavailable)}>
      <FriendsArt className={styles.art} isWhole />
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </Card>
  )
}
