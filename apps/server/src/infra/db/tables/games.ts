import type { QuestionId } from '@quizmaster/contract/ids'
import type { GameQuestion, GameState } from '@quizmaster/engine/game-state'
import type { ColumnType, Generated } from 'kysely'
import type { Bytes, Json } from './columns.ts'

export interface GameTable {
  id: string
  status: string
  version: number
  wake_at: number | null
  archived_at: number | null
  /** Without the answers to earlier questions, which have their own table. */
  state: Json<GameState>
  past_answers: ColumnType<GameState['answers'], string | undefined, string>
}

/** A question of a game, and its id in the question bank, which players never see. */
export interface DrawnQuestion extends GameQuestion {
  /** Missing in games that started before this was stored. */
  readonly bankId?: QuestionId
}

export interface GameQuestionTable {
  game_id: string
  questions: Json<DrawnQuestion[]>
}

export interface GameMemberTable {
  user_id: string
  game_id: string
}

export interface GameSeatTable {
  user_id: string
  game_id: string
}

export interface GamePlayerTable {
  user_id: string
  game_id: string
}

export interface ErasedPlayerTable {
  user_id: string
  erased_at: number
}

export interface GameWatchTable {
  is_only_row: Generated<boolean>
  watched_at: number
}

export interface StageTable {
  id: string
  token_hash: Bytes
  letters: string | null
  letters_until: number | null
  game_id: string | null
  /** When it last got new letters, began to follow a game or was stopped. */
  seen_at: number
}

/** Games with friends. */
export interface GameTables {
  game: GameTable
  game_question: GameQuestionTable
  game_member: GameMemberTable
  game_seat: GameSeatTable
  game_player: GamePlayerTable
  erased_player: ErasedPlayerTable
  game_watch: GameWatchTable
  stage: StageTable
}
