import { MESSAGES } from '@quizmaster/contract/messages'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { ApiError } from '../../platform/http.ts'
import { forgetJoin, useNavigateWhileMounted } from '../../platform/navigation.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { joinGame, showGameFailure } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import styles from './join-game.module.css'
import { GAME_STRINGS } from './strings.ts'

/** The type of the field's error that offers to watch. */
const STARTED = 'started'

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
  const { register, handleSubmit, setError, getValues, formState } = useForm({ defaultValues: { gameId: '' } })

  const submit = handleSubmit(
    async ({ gameId }) => {
      try {
        await joinGame(gameId.trim())
        onJoined()
      } catch (error) {
        const message = refusalOf(error)
        if (message === null) {
          showGameFailure(error)
          return
        }
        setError('gameId', { type: hasStarted(error) ? STARTED : 'refused', message }, { shouldFocus: true })
        announceNow(message)
      }
    },
    ({ gameId }) => announceNow(gameId?.message ?? ''),
  )

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={GAME_STRINGS.gameId}
        size="large"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={20}
        error={formState.errors.gameId?.message}
        {...register('gameId', { validate: (text) => gameIdProblem(text) ?? true })}
      />
      <Button type="submit" variant="primary" block isPending={formState.isSubmitting}>
        {GAME_STRINGS.join}
      </Button>
      {formState.errors.gameId?.type === STARTED && (
        <Link to={`${GAME_PATHS.join}/${getValues('gameId').trim()}`} className={buttonClass({ block: true })}>
          {GAME_STRINGS.watchInstead}
        </Link>
      )}
    </form>
  )
}

/** Only checks for digits: the server decides whether the game exists. */
function gameIdProblem(text: string): string | null {
  const gameId = text.trim()
  if (gameId === '') return MESSAGES.gameIdRequired
  return /^\d+$/.test(gameId) ? null : MESSAGES.digitsOnly
}

/** Why the server refused to let the user join; null for any other failure. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500 || error.status === 401) return null
  return error.message
}

function hasStarted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'game_started'
}
