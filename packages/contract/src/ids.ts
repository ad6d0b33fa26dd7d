import { z } from 'zod'

/** A UUID of any version: neither an id's value nor its order means anything. */
const uuid = () => z.guid().toLowerCase()

export const userIdSchema = uuid().brand<'UserId'>()
export const sessionIdSchema = uuid().brand<'SessionId'>()
export const topicIdSchema = uuid().brand<'TopicId'>()
export const questionIdSchema = uuid().brand<'QuestionId'>()
export const answerIdSchema = uuid().brand<'AnswerId'>()

/** 8 digits, the first not 0. */
export const gameIdSchema = z
  .string()
  .regex(/^[1-9]\d{7}$/)
  .brand<'GameId'>()
export const playerIdSchema = uuid().brand<'PlayerId'>()
/** A big screen that shows games. */
export const stageIdSchema = uuid().brand<'StageId'>()

export type UserId = z.infer<typeof userIdSchema>
export type SessionId = z.infer<typeof sessionIdSchema>
export type TopicId = z.infer<typeof topicIdSchema>
export type QuestionId = z.infer<typeof questionIdSchema>
export type AnswerId = z.infer<typeof answerIdSchema>
export type GameId = z.infer<typeof gameIdSchema>
export type PlayerId = z.infer<typeof playerIdSchema>
export type StageId = z.infer<typeof stageIdSchema>
