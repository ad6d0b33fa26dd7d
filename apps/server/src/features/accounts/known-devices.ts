import { emailKey } from '@quizmaster/contract/email'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { KnownDeviceTable } from '../../infra/db/tables/accounts.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { newToken } from '../../infra/random-token.ts'
import type { Secrets } from '../../infra/secrets.ts'

interface KnownDeviceDeps {
  clock: Clock
  secrets: Secrets
}

/** Where a call about an e-mail address comes from. */
export interface Origin {
  email: string
  /** The client address. */
  address: string
  /** The token that an earlier sign-in gave to this device. */
  deviceToken: string | undefined
  /** The signed-in user of the call, if any. */
  userId: UserId | null
}

/** Who requests or enters a code, as codes and limits count them. */
export interface Requester {
  /** The user, if they are signed in; a device that has signed in to the account; otherwise the client address. */
  key: string
  /** Whether the requester is signed in to the account or has signed in to it before, from this device or address. */
  isKnown: boolean
}

/** Finds out whether the caller is known to the account of the e-mail address. Without an account, nobody is. */
export async function identifyRequester(
  { secrets }: KnownDeviceDeps,
  db: Kysely<Tables>,
  { email, address, deviceToken, userId }: Origin,
): Promise<Requester> {
  const addressHash = hashOfAddress(secrets, address)
  const tokenHash = deviceToken === undefined ? null : hashOfDevice(secrets, deviceToken)
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('known_device', (join) =>
      join.onRef('known_device.user_id', '=', 'app_user.id').on('hash', 'in', [addressHash, tokenHash ?? addressHash]),
    )
    .select(['app_user.id', 'hash'])
    .where('email_key', '=', emailKey(email))
    .execute()
  const hashes = new Set(rows.map(({ hash }) => hash))
  if (userId !== null && rows.some(({ id }) => id === userId)) return { key: `user:${userId}`, isKnown: true }
  if (tokenHash !== null && hashes.has(tokenHash)) return { key: `device:${tokenHash}`, isKnown: true }
  return { key: addressKey(address), isKnown: hashes.has(addressHash) }
}

/** The key of a requester who is only known by their client address, or not at all. */
export function addressKey(address: string): string {
  return `address:${address}`
}

/**
 * Remembers the device and the client address of a sign-in. Returns the device's token: the one it sent, if it is one
 * of ours, otherwise a new one. Only keyed hashes are stored.
 */
export async function rememberDevice(
  { clock, secrets }: KnownDeviceDeps,
  db: Kysely<Tables>,
  userId: UserId,
  { address, deviceToken }: Pick<Origin, 'address' | 'deviceToken'>,
): Promise<string> {
  const isOurs = deviceToken !== undefined && (await isIssued(db, hashOfDevice(secrets, deviceToken)))
  const token = isOurs ? deviceToken : newToken()
  const row = (kind: KnownDeviceTable['kind'], hash: string) => ({
    user_id: userId,
    hash,
    kind,
    last_signed_in_at: clock.now(),
  })
  await db
    .insertInto('known_device')
    .values([row('device', hashOfDevice(secrets, token)), row('address', hashOfAddress(secrets, address))])
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'hash'])
        .doUpdateSet((update) => ({ last_signed_in_at: update.ref('excluded.last_signed_in_at') })),
    )
    .execute()
  return token
}

/** Whether the token is one of ours. Users who share a device share its token. */
async function isIssued(db: Kysely<Tables>, hash: string): Promise<boolean> {
  const row = await db.selectFrom('known_device').select('hash').where('hash', '=', hash).limit(1).executeTakeFirst()
  return row !== undefined
}

function hashOfDevice(secrets: Secrets, token: string): string {
  return secrets.mac('known device', token).toString('base64url')
}

function hashOfAddress(secrets: Secrets, address: string): string {
  return secrets.mac('known address', address).toString('base64url')
}
