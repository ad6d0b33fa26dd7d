import { useParams } from 'react-router'
import { useAction } from '../../platform/use-action.ts'
import { useNavigateWhileMounted } from '../../platform/navigation.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { StateScreen } from '../../ui/feedback/state-screen.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx'
import { BIG_SCREEN_STRINGS } from './big-screen-strings.ts'
import { CHOOSER_STRINGS } from './chooser-strings.ts'
import { useCurrentGame } from './current-game.ts'
import { isHost } from './game.ts'
import { showGameFailure, showOnStage } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import { GameSkeleton } from './game-skeleton.tsx'

/**
 * The screen that a big screen's QR code leads to. It asks first, because a link from somebody else must not show the
 * host's game on their screen.
 */
export function StageLink() {
  const { letters = '' } = useParams()
  const { game, userId } = useCurrentGame()
  const navigate = useNavigateWhileMounted()
  const leave = () => navigate(GAME_PATHS.lobby, { replace: true })
  const showing = useAction(showOnStage, {
    onDone: () => {
      showToast({ type: 'success', title: BIG_SCREEN_STRINGS.showOnScreen, message: BIG_SCREEN_STRINGS.stageConnected })
      leave()
    },
    onFailure(error) {
      showGameFailure(error)
      leave()
    },
  })
  if (game === undefined) return <GameSkeleton />
  if (!game || !isHost(game, userId)) {
    return (
      <Page>
        <StateScreen
          picture="empty"
          title={BIG_SCREEN_STRINGS.noLobbyYet}
          note={BIG_SCREEN_STRINGS.noLobbyYetText}
          action={
            <Link to={GAME_PATHS.chooser} className={buttonClass({ variant: 'primary' })}>
              {CHOOSER_STRINGS.title}
            </Link>
          }
        />
      </Page>
    )
  }
  return (
    <>
      <GameSkeleton />
      <ConfirmSheet
        isOpen
        title={BIG_SCREEN_STRINGS.showOnThisScreen}
        text={BIG_SCREEN_STRINGS.showOnThisScreenText(letters.toUpperCase())}
        keep={BIG_SCREEN_STRINGS.notNow}
        onKeep={leave}
        act={BIG_SCREEN_STRINGS.showGame}
        actVariant="primary"
        isActing={showing.isPending}
        onAct={() => showing.run(letters)}
      />
    </>
  )
}
