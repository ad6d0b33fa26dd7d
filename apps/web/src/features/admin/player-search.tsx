import { emailProblem } from '@quizmaster/contract/email'
import type { PlayerAccount } from '@quizmaster/contract/http/admin-players'
import { useState } from 'react'
import { showFormErrors } from '../../platform/form-errors.ts'
import { announce } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useTextForm } from '../../ui/fields/use-text-form.ts'
import { findPlayer } from './admin-calls.ts'
import { EmptyList } from './admin-list.tsx'
import { PlayerCard } from './player-card.tsx'
import styles from './players.module.css'
import { ADMIN_STRINGS, SITE_STRINGS } from './strings.ts'

/**
 * Finds a player by e-mail address. The result is not cached, so that the personal data is gone when the screen is
 * left.
 */
export function PlayerSearch({ title }: { title: string }) {
  const [player, setPlayer] = useState<PlayerAccount | null>()
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <FindPlayer onFound={setPlayer} />
      {player === null && <EmptyList>{SITE_STRINGS.nobody}</EmptyList>}
      {player && <PlayerCard key={player.id} player={player} onChange={setPlayer} />}
    </>
  )
}

function FindPlayer({ onFound }: { onFound: (player: PlayerAccount | null) => void }) {
  const { form, field, isPending } = useTextForm({
    name: 'email',
    check: emailProblem,
    async send(email, refuse) {
      try {
        const player = await findPlayer(email.trim())
        onFound(player)
        announce(player ? player.name : SITE_STRINGS.nobody)
      } catch (error) {
        showFormErrors(ADMIN_STRINGS.failed, error, ['email'], (_field, message) => refuse(message))
      }
    },
  })
  return (
    <Card>
      <form className={styles.find} {...form}>
        <TextField
          label={SITE_STRINGS.email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field}
        />
        <Button type="submit" variant="primary" isPending={isPending}>
          {SITE_STRINGS.find}
        </Button>
      </form>
    </Card>
  )
}
