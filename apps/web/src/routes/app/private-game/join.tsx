import { GAME_PATHS } from '../../../features/games/game-routing.ts'
import { JoinForm } from '../../../features/games/join-form.tsx'
import { GAME_STRINGS } from '../../../features/games/strings.ts'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../../ui/layout/page.tsx'
import { useNavigateWhileMounted } from '../../navigation.ts'

/** Asks for the id of a game to join. */
export function JoinGame() {
  const navigate = useNavigateWhileMounted()
  return (
    <Page width="narrow">
      <BackLink to={GAME_PATHS.chooser} />
      <PageTitle>{GAME_STRINGS.join}</PageTitle>
      <Card isRoomy>
        <JoinForm onJoined={() => navigate(GAME_PATHS.lobby, { replace: true })} />
      </Card>
    </Page>
  )
}
