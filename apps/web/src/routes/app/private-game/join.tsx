import { useNavigate } from 'react-router'
import { GAME_PATHS } from '../../../features/games/game-routing.ts'
import { JoinForm } from '../../../features/games/join-form.tsx'
import { GAME_STRINGS } from '../../../features/games/strings.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Page, PageTitle } from '../../../ui/page.tsx'

/** Asks for the id of a game to join. */
export function JoinGame() {
  const navigate = useNavigate()
  return (
    <Page width="narrow">
      <BackLink to={GAME_PATHS.chooser} />
      <PageTitle>{GAME_STRINGS.join}</PageTitle>
      <Card isRoomy>
        <JoinForm onJoined={() => void navigate(GAME_PATHS.lobby, { replace: true })} />
      </Card>
    </Page>
  )
}
