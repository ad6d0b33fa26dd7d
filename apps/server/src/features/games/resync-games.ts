import type { GameId, UserId } from '@quizmaster/contract/ids'
import { attachedUserIds } from '@quizmaster/engine/game-state'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { type BroadcastGame, broadcastViews } from './broadcast-game.ts'
import { findGame, type GameVersion, listCurrentGames } from './game-store.ts'

const NO_GAME = 'none'

/** Keeps the players connected to this process up to date from the database while the bus is down. */
export interface GameResync {
  /** Sends these users their game if it has changed since the last call; the first call sends it to all of them. */
  resync(userIds: ReadonlySet<UserId>): Promise<void>
  /** Makes the next call send all users their game, as the first one does. */
  reset(): void
}

interface ResyncDeps {
  db: Kysely<Tables>
  clock: Clock
  broadcast: BroadcastGame
}

/** Each call runs one statement for all users, and one for each game that has changed. */
export function createGameResync({ db, clock, broadcast }: ResyncDeps): GameResync {
  /** The game and version that each user was last sent. */
  const sent = new Map<UserId, string>()

  async function sendGame(id: GameId, userIds: readonly UserId[]): Promise<void> {
    const game = await findGame(db, id)
    if (!game) return
    const attached = new Set(attachedUserIds(game.state))
    // A user who has left in the meantime may no longer see it; the next call finds which game they are in.
    const members = userIds.filter((userId) => attached.has(userId))
    broadcastViews(broadcast, game, members, 'snapshot', { nowMs: clock.now(), savedAtMs: null })
    for (const userId of members) sent.set(userId, keyOf(game.state))
  }

  return {
    async resync(userIds) {
      for (const userId of sent.keys()) if (!userIds.has(userId)) sent.delete(userId)
      const games = await listCurrentGames(db, [...userIds])
      const changed = new Map<GameId, UserId[]>()
      for (const userId of userIds) {
        const game = games.get(userId)
        if (sent.get(userId) === (game ? keyOf(game) : NO_GAME)) continue
        if (game) {
          changed.set(game.id, [...(changed.get(game.id) ?? []), userId])
          continue
        }
        broadcast([userId], { game: null, reason: 'player_left' }, null)
        sent.set(userId, NO_GAME)
      }
      for (const [id, players] of changed) await sendGame(id, players)
    },
    reset: () => sent.clear(),
  }
}

function keyOf({ id, version }: GameVersion): string {
  return `${id}:${version}`
}
