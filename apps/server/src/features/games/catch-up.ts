import type { GameId, UserId } from '@quizmaster/contract/ids'
import { attachedUserIds } from '@quizmaster/engine/game-state'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { findGame } from './games.queries.ts'
import { type TellGame, tellViews } from './tell-room.ts'

const NO_GAME = 'none'

/** Tells players what has come of their game from the database, while nobody tells this process. */
export interface GameCatchUp {
  /** Tells those of these users whose game is another than at the last call, or has changed; at the first call all. */
  tell(userIds: ReadonlySet<UserId>): Promise<void>
  /** The next call is a first one. */
  forget(): void
}

interface CatchUpDeps {
  db: Kysely<Tables>
  clock: Clock
  tellGame: TellGame
}

/** One statement a call for all of them, and one for each game that has changed. */
export function createGameCatchUp({ db, clock, tellGame }: CatchUpDeps): GameCatchUp {
  /** What each user was told last: the game and its version. */
  const told = new Map<UserId, string>()

  async function tellGameOf(id: GameId, userIds: readonly UserId[]): Promise<void> {
    const game = await findGame(db, id)
    if (!game) return
    const attached = new Set(attachedUserIds(game.state))
    // Who has left meanwhile may not see it any more; the next call finds where they are.
    const present = userIds.filter((userId) => attached.has(userId))
    tellViews(tellGame, game, present, 'snapshot', clock.now())
    for (const userId of present) told.set(userId, wordOf(game.state))
  }

  return {
    async tell(userIds) {
      for (const userId of told.keys()) if (!userIds.has(userId)) told.delete(userId)
      const games = await listGamesOf(db, [...userIds])
      const changed = new Map<GameId, UserId[]>()
      for (const userId of userIds) {
        const game = games.get(userId)
        if (told.get(userId) === (game ? wordOf(game) : NO_GAME)) continue
        if (game) {
          changed.set(game.id, [...(changed.get(game.id) ?? []), userId])
          continue
        }
        tellGame([userId], { game: null, reason: 'player_left' })
        told.set(userId, NO_GAME)
      }
      for (const [id, players] of changed) await tellGameOf(id, players)
    },
    forget: () => told.clear(),
  }
}

interface GameVersion {
  id: GameId
  version: number
}

function wordOf({ id, version }: GameVersion): string {
  return `${id}:${version}`
}

/** The game that each of these users is in; without an entry who is in none. */
async function listGamesOf(db: Kysely<Tables>, userIds: readonly UserId[]): Promise<Map<UserId, GameVersion>> {
  const { rows } = await sql<GameVersion & { user_id: UserId }>`
    select game_member.user_id, game.id, game.version
    from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as asked (user_id)
    join game_member on game_member.user_id = asked.user_id::uuid
    join game on game.id = game_member.game_id`.execute(db)
  return new Map(rows.map(({ user_id, id, version }) => [user_id, { id, version }]))
}
