import type { User } from '@quizmaster/contract/http/user'
import type { UserId } from '@quizmaster/contract/ids'
import { MINUTE_MS } from '../../infra/clock.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import type { GameRunner } from '../games/game-runner.ts'
import { namesOfOthers } from '../games/move-player.ts'
import { distinctName } from './distinct-name.ts'
import { getPlayerName, playerName } from './player-name.ts'
import { checkName, getUser, type UserDeps } from './users.ts'

const NAMES_A_MINUTE = 10

export interface GameNameDeps extends UserDeps {
  limiter: RateLimiter
  gameRunner: GameRunner
}

/** The rate-limit key for the names an account chooses. */
export const gameNameLimitKey = (userId: UserId) => `game-name:${userId}`

/** The name that other players see, and whether the player has been asked for it. */
export interface GameName {
  name_shown: string
  is_asked: boolean
}

/** @throws unauthorized if the account is gone */
export async function getGameName({ db }: Pick<GameNameDeps, 'db'>, userId: UserId): Promise<GameName> {
  const account = await db
    .selectFrom('app_user')
    .select(['display_name', 'player_number', 'name_asked_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) throw new Refusal('unauthorized')
  return { name_shown: playerName(account), is_asked: account.name_asked_at !== null }
}

/**
 * Records the caller's answer when asked for the name to play under; they are not asked again. A name becomes the
 * display name, also in their current lobby and for their seat; null keeps the name they have.
 * @throws 422 `name` for an insulting or impersonating name; rate_limited over 10 a minute
 */
export async function chooseGameName(deps: GameNameDeps, userId: UserId, name: string | null): Promise<User> {
  if (name !== null) await checkName(deps, userId, { name, field: 'name' })
  await deps.limiter.take(deps.db, { key: gameNameLimitKey(userId), max: NAMES_A_MINUTE, windowMs: MINUTE_MS })
  await deps.gameRunner.transact(async (games) => {
    const { played, watched } = await games.findUserGames(userId)
    const game = played ?? watched
    await games.trx
      .updateTable('app_user')
      .set({ name_asked_at: games.nowMs, ...(name === null ? {} : { display_name: name }) })
      .where('id', '=', userId)
      .execute()
    if (!game || name === null) return
    const shown = distinctName(await getPlayerName(games.trx, userId), namesOfOthers(game.state, userId))
    await games.step(game, { type: 'player_renamed', userId, name: shown })
  })
  return getUser(deps, userId)
}
