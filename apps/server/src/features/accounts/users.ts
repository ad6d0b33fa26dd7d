import { randomInt, randomUUID } from 'node:crypto'
import { emailKey } from '@quizmaster/contract/email'
import type { Plan, User } from '@quizmaster/contract/http/user'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { AppUserTable, Tables } from '../../infra/db/tables.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { planAt } from '../plans/grants.ts'
import { setListed } from '../progress/leaderboard.ts'
import { nameRefusal } from './name-rules.ts'

export interface UserDeps {
  db: Kysely<Tables>
  clock: Clock
  /** Addresses of the people who run the site (contract 1, ADMIN_EMAILS). */
  adminEmails: readonly string[]
}

/** The account of an address; made at its first sign-in, for signing up and signing in are one. */
export async function findOrCreateUser(deps: UserDeps, email: string): Promise<UserId> {
  await deps.db
    .insertInto('app_user')
    .values({
      id: randomUUID(),
      email,
      email_key: emailKey(email),
      display_name: null,
      player_number: randomInt(1000, 10_000),
      created_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
  const row = await deps.db
    .selectFrom('app_user')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .executeTakeFirstOrThrow()
  return row.id as UserId
}

/** The caller's own account, as only they see it; null when it was deleted meanwhile. */
export async function findUser(deps: UserDeps, id: UserId): Promise<User | null> {
  const row = await deps.db
    .selectFrom('app_user')
    .selectAll()
    .select(planAt(deps.clock.now()).as('plan'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toUser(deps, row) : null
}

/** As `findUser`. @throws unauthorized when the account was deleted meanwhile */
export async function getUser(deps: UserDeps, id: UserId): Promise<User> {
  const user = await findUser(deps, id)
  if (!user) throw new Refusal('unauthorized')
  return user
}

interface ProfileChange {
  id: UserId
  displayName: string
  show_on_leaderboard?: boolean | undefined
}

/**
 * Changes the caller's display name and, where said, whether the leaderboards list them.
 * @throws forbidden for another's id (contract 3), 422 `displayName` for one that insults or pretends to be us
 */
export async function updateProfile(deps: UserDeps, callerId: UserId, change: ProfileChange): Promise<User> {
  if (change.id !== callerId) throw new Refusal('forbidden')
  const { displayName, show_on_leaderboard } = change
  const refusal = nameRefusal(displayName)
  // Who was let have the name may keep it, or could change nothing else.
  if (refusal && (await nameOf(deps, callerId)) !== displayName) throw fieldRefusal('displayName', refusal)
  const row = await inTransaction(deps.db, async (trx) => {
    const changed = await trx
      .updateTable('app_user')
      .set({ display_name: displayName, ...(show_on_leaderboard === undefined ? {} : { show_on_leaderboard }) })
      .where('id', '=', callerId)
      .returningAll()
      .returning(planAt(deps.clock.now()).as('plan'))
      .executeTakeFirst()
    // Behind the account's own row, on which a first award waits: it lists as that row says.
    if (show_on_leaderboard !== undefined) await setListed(trx, callerId, show_on_leaderboard)
    return changed
  })
  if (!row) throw new Refusal('unauthorized')
  return toUser(deps, row)
}

async function nameOf({ db }: UserDeps, id: UserId): Promise<string | null> {
  const row = await db.selectFrom('app_user').select('display_name').where('id', '=', id).executeTakeFirst()
  return row?.display_name ?? null
}

/** Whether the account is one of those that run the site (contract 1, ADMIN_EMAILS). */
export async function isAdmin(deps: UserDeps, id: UserId): Promise<boolean> {
  if (deps.adminEmails.length === 0) return false
  const row = await deps.db.selectFrom('app_user').select('email_key').where('id', '=', id).executeTakeFirst()
  return row !== undefined && isAdminAddress(deps, row.email_key)
}

function isAdminAddress(deps: UserDeps, key: string): boolean {
  return deps.adminEmails.map(emailKey).includes(key)
}

function toUser(deps: UserDeps, row: Selectable<AppUserTable> & { plan: Plan }): User {
  const { plan } = row
  return {
    id: row.id as UserId,
    email: row.email,
    display_name: row.display_name,
    show_on_leaderboard: row.show_on_leaderboard,
    is_premium: plan !== 'starter',
    plan,
    role: isAdminAddress(deps, row.email_key) ? 'admin' : 'player',
    created_at: row.created_at,
  }
}
