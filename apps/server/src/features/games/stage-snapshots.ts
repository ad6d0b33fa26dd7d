import type { StageState } from '@quizmaster/contract/channels/stage'
import type { GameId, StageId } from '@quizmaster/contract/ids'
import { stageIdsOf, stageViewOf } from '@quizmaster/engine/stage-view'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { batched } from '../../infra/db/batched.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { createGameLoader } from './game-loader.ts'
import { renewLetters } from './stages.ts'

/** The reply to `get_stage`, or why there is none: the stage has been deleted, or no letters are free. */
export type GetStage = (id: StageId) => Promise<StageState | 'stage_gone' | 'no_letters'>

interface FollowedGame {
  gameId: GameId | null
  version: number | null
  letters: string | null
  lettersUntilMs: number | null
}

/**
 * Each call asks the database which game the stage follows, and its version, together with other calls at that moment,
 * so a reply is never older than its call.
 */
export function createGetStage({ db, clock }: { db: Kysely<Tables>; clock: Clock }): GetStage {
  const findFollowed = batched((ids: readonly StageId[]) => listFollowed(db, ids))
  const load = createGameLoader(db)

  return async function getStage(id) {
    const followed = await findFollowed(id)
    if (!followed) return 'stage_gone'
    const { gameId, version, letters, lettersUntilMs } = followed
    const nowMs = clock.now()
    if (gameId === null && letters !== null && lettersUntilMs !== null && lettersUntilMs > nowMs)
      return { game: null, letters, letters_until: lettersUntilMs, server_time: nowMs }
    const game = gameId !== null && version !== null ? await load({ id: gameId, version }) : null
    const view = game && stageIdsOf(game.state).includes(id) ? stageViewOf(game.state, game.questions, nowMs) : null
    if (view) return { game: view, letters: null, letters_until: null, server_time: nowMs }
    const renewed = await renewLetters(db, { id, endedGameId: gameId, nowMs })
    // The stage has been paired in the meantime, or has moved to the next game.
    if (renewed === 'moved') return getStage(id)
    if (renewed === 'no_letters') return renewed
    return { game: null, letters: renewed.letters, letters_until: renewed.lettersUntilMs, server_time: nowMs }
  }
}

/** The game that each of these stages follows; null for one that is gone. */
async function listFollowed(db: Kysely<Tables>, ids: readonly StageId[]): Promise<(FollowedGame | null)[]> {
  const { rows } = await sql<FollowedGame & { id: StageId }>`
    select stage.id, game.id as "gameId", game.version, stage.letters, stage.letters_until as "lettersUntilMs"
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as asked (id)
    join stage on stage.id = asked.id::uuid
    left join game on game.id = stage.game_id`.execute(db)
  const found = new Map(rows.map(({ id, ...followed }) => [id, followed]))
  return ids.map((id) => found.get(id) ?? null)
}
