import { randomInt, randomUUID } from 'node:crypto'
import { emailKey } from '@quizmaster/contract/email'
import type { Plan, User } from '@quizmaster/contract/http/user'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { AppUserTable } from '../../infra/db/tables/accounts.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { planAt } from '../plans/grants.ts'
import { setListed } from '../progress/leaderboard.ts'
import { nameRefusal } from './name-rules.ts'

export interface UserDeps {
  db: Kysely<Tables>
  clock: Clock
  /** E-mail addresses of administrators (ADMIN_EMAILS). */
  adminEmails: readonly string[]
}

/** The id of the e-mail address's account, which is created at its first sign-in. */
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

/** The caller's own account with its private fields; null if it has been deleted. */
export async function findUser(deps: UserDeps, id: UserId): Promise<User | null> {
  const row = await deps.db
    .selectFrom('app_user')
    .selectAll()
    .select(planAt(deps.clock.now()).as('plan'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toUser(deps, row) : null
}

/** As `findUser`. @throws unauthorized if the account has been deleted */
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
 * Changes the caller's display name and, if given, whether leaderboards list them.
 * @throws forbidden for another user's id, 422 `displayName` for an insulting or impersonating name
 */
export async function updateProfile(deps: UserDeps, callerId: UserId, change: ProfileChange): Promise<User> {
  if (change.id !== callerId) throw new Refusal('forbidden')
  const { displayName, show_on_leaderboard } = change
  await checkName(deps, callerId, { name: displayName, field: 'displayName' })
  const row = await inTransaction(deps.db, async (trx) => {
    const changed = await trx
      .updateTable('app_user')
      .set({ display_name: displayName, ...(show_on_leaderboard === undefined ? {} : { show_on_leaderboard }) })
      .where('id', '=', callerId)
      .returningAll()
      .returning(planAt(deps.clock.now()).as('plan'))
      .executeTakeFirst()
    // After the account's row is locked: a first award waits for it and then reads the new value.
    if (show_on_leaderboard !== undefined) await setListed(trx, callerId, show_on_leaderboard)
    return changed
  })
  if (!row) throw new Refusal('unauthorized')
  return toUser(deps, row)
}

/**
 * Refuses a name that insults or impersonates, under the field it was sent in. A name accepted under earlier rules may
 * stay; otherwise its owner couldn't change other settings.
 */
export async function checkName(
  deps: UserDeps,
  callerId: UserId,
  { name, field }: { name: string; field: string },
): Promise<void> {
  const refusal = nameRefusal(name)
  if (refusal && (await findDisplayName(deps, callerId)) !== name) throw fieldRefusal(field, refusal)
}

async function findDisplayName({ db }: UserDeps, id: UserId): Promise<string | null> {
  const row = await db.selectFrom('app_user').select('display_name').where('id', '=', id).executeTakeFirst()
  return row?.display_name ?? null
}

/** Whether the account is an administrator's (ADMIN_EMAILS). */
export async function isAdmin(deps: UserDeps, id: UserId): Promise<boolean> {
  if (deps.adminEmails.length === 0) return false
  const row = await deps.db.selectFrom('app_user').select('email_key').where('id', '=', id).executeTakeFirst()
  return row !== undefined && isAdminAddress(deps, row.email_key)
}

/** Whether an e-mail address, in its form for comparison, is an administrator's. */
export function isAdminAddress(deps: Pick<UserDeps, 'adminEmails'>, key: string): boolean {
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
