import { MESSAGES } from '@quizmaster/contract/messages'
import { useEffect, useState } from 'react'
import { ApiError } from '../../platform/http.ts'
import { forgetJoin, useNavigateWhileMounted } from '../../platform/navigation.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useTextForm } from '../../ui/fields/use-text-form.ts'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { joinGame, showGameFailure } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import styles from './join-game.module.css'
import { GAME_STRINGS } from './strings.ts'

/** Asks for the id of a game to join. */
export function JoinGame() {
  const navigate = useNavigateWhileMounted()
  useEffect(forgetJoin, [])
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

/** Joins a game by its id. A refusal is shown under the field; a game that has started can be watched instead. */
function JoinForm({ onJoined }: { onJoined: () => void }) {
  /** The typed id, if its game has started. */
  const [startedId, setStartedId] = useState<string | null>(null)
  const { form, field, isPending } = useTextForm({
    name: 'gameId',
    check: gameIdProblem,
    async send(text, refuse) {
      const gameId = text.trim()
      try {
        await joinGame(gameId)
        onJoined()
      } catch (error) {
        const message = refusalOf(error)
        if (message === null) {
          showGameFailure(error)
          return
        }
        setStartedId(hasStarted(error) ? gameId : null)
        refuse(message)
        announceNow(message)
      }
    },
  })

  return (
    <form className={styles.form} {...form} onChange={() => setStartedId(null)}>
      <TextField
        label={GAME_STRINGS.gameId}
        size="large"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={20}
        {...field}
      />
      <Button type="submit" variant="primary" block isPending={isPending}>
        {GAME_STRINGS.join}
      </Button>
      {startedId !== null && (
        <Link to={`${GAME_PATHS.join}/${startedId}`} className={buttonClass({ block: true })}>
          {GAME_STRINGS.watchInstead}
        </Link>
      )}
    </form>
  )
}

/** Checks only for digits; the server decides whether the game exists. */
function gameIdProblem(text: string): string | null {
  const gameId = text.trim()
  if (gameId === '') return MESSAGES.gameIdRequired
  return /^\d+$/.test(gameId) ? null : MESSAGES.digitsOnly
}

/** The server's reason for refusing to let the user join; null for any other failure. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 401) return null
  return error.message
}

function hasStarted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'game_started'
}
