import { cleanDisplayName } from '@quizmaster/contract/display-name'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { Refusal } from '../../refusal.ts'

/** The name that others see: the display name, else "Player" and the number drawn at sign-up; never the e-mail. */
export function playerName(account: { display_name: string | null; player_number: number }): string {
  const name = account.display_name === null ? '' : cleanDisplayName(account.display_name)
  return name || `Player ${account.player_number}`
}

/** The name that others see for a user. @throws unauthorized if the account is gone */
export async function getPlayerName(db: Kysely<Tables>, userId: UserId): Promise<string> {
  const account = await db
    .selectFrom('app_user')
    .select(['display_name', 'player_number'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) throw new Refusal('unauthorized')
  return playerName(account)
}
