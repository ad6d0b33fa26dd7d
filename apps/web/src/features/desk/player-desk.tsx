import { yupResolver } from '@hookform/resolvers/yup'
import { isEmail } from '@quizmaster/contract/email'
import type { PlayerAccount } from '@quizmaster/contract/http/admin'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { object, string } from 'yup'
import { ApiError } from '../../platform/http.ts'
import { alert, say } from '../../ui/feedback/announce.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { findPlayer } from './desk-calls.ts'
import { Nothing } from './desk-part.tsx'
import { PlayerCard } from './player-card.tsx'
import styles from './player-desk.module.css'
import { DESK_STRINGS, SITE_STRINGS } from './strings.ts'

const schema = object({
  email: string()
    .defined()
    .trim()
    .required(MESSAGES.emailRequired)
    .test('email', MESSAGES.emailInvalid, (email) => isEmail(email)),
})

/** One player at a time, found by e-mail. What was found is kept nowhere: it goes with the screen. */
export function PlayerDesk({ title }: { title: string }) {
  const [player, setPlayer] = useState<PlayerAccount | null>()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <FindPlayer onFound={setPlayer} />
      {player === null && <Nothing>{SITE_STRINGS.nobody}</Nothing>}
      {player && <PlayerCard key={player.id} player={player} onChange={setPlayer} />}
    </>
  )
}

function FindPlayer({ onFound }: { onFound: (player: PlayerAccount | null) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: yupResolver(schema),
    defaultValues: { email: '' },
  })
  const { mutateAsync } = useMutation({ mutationFn: findPlayer })
  const submit = handleSubmit(
    async ({ email }) => {
      try {
        const player = await mutateAsync(email)
        onFound(player)
        say(player ? player.name : SITE_STRINGS.nobody)
      } catch (error) {
        showRefusal(error, (message) => setError('email', { message }, { shouldFocus: true }))
      }
    },
    ({ email }) => alert(email?.message ?? ''),
  )
  return (
    <Card>
      <form className={styles.find} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={SITE_STRINGS.email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" variant="primary" isPending={formState.isSubmitting}>
          {SITE_STRINGS.find}
        </Button>
      </form>
    </Card>
  )
}

function showRefusal(error: unknown, showAtField: (message: string) => void): void {
  const atField = error instanceof ApiError ? error.fields?.['email']?.[0] : undefined
  if (atField !== undefined) {
    showAtField(atField)
    alert(atField)
    return
  }
  showToast({ type: 'error', title: DESK_STRINGS.failed, message: error instanceof Error ? error.message : '' })
}
