import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { createGame } from '../../../features/games/game-calls.ts'
import { existingGameOf } from '../../../features/games/existing-game.ts'
import { GAME_PATHS } from '../../../features/games/game-routing.ts'
import { showFailure } from '../../../features/games/show-failure.ts'
import { openModal } from '../../../features/modals/modal-store.ts'
import { useFeatureFlag } from '../../../platform/feature-flag.ts'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { clsx } from 'clsx/lite'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import { useNavigateWhileMounted } from '../../navigation.ts'
import { FriendsArt } from '../friends-art.tsx'
import styles from './chooser.module.css'
import { CHOOSER_STRINGS } from './strings.ts'

/** The modes of a game with friends (spec 2): one can be played while its flag is on, the other is not there yet. */
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
        <Mode title={CHOOSER_STRINGS.competitive} text={CHOOSER_STRINGS.competitiveText} isFarOff>
          <Tag />
        </Mode>
      </div>
    </Page>
  )
}

function Tag() {
  return <span className={styles.tag}>{CHOOSER_STRINGS.inDevelopment}</span>
}

/** A game that exists already is asked about first: the host would cancel it, another player leave it. */
function Controls() {
  const navigate = useNavigateWhileMounted()
  const [isPending, setIsPending] = useState(false)
  async function make() {
    setIsPending(true)
    try {
      await createGame(false)
      navigate(GAME_PATHS.lobby)
    } catch (error) {
      const existing = existingGameOf(error)
      if (existing) openModal(existing.isHost ? 'confirmCancelActiveGameOnNewGame' : 'leaveGameOnNewGame', null)
      else showFailure(error)
      setIsPending(false)
    }
  }
  return (
    <div className={styles.pair}>
      <Button variant="primary" block isPending={isPending} onClick={() => void make()}>
        {CHOOSER_STRINGS.new}
      </Button>
      <Link to={GAME_PATHS.join} className={buttonClass({ block: true })}>
        {CHOOSER_STRINGS.join}
      </Link>
    </div>
  )
}

type ModeProps = { title: string; text: string; children: ReactNode; isFarOff?: boolean }

function Mode({ title, text, children, isFarOff = false }: ModeProps) {
  return (
    <Card edge={isFarOff ? 'dashed' : 'solid'} className={clsx(styles.mode, isFarOff && styles.farOff)}>
      <FriendsArt className={styles.art} isWhole />
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </Card>
  )
}
