import { ERRORS, type ErrorCode } from '@quizmaster/contract/errors'

interface RefusalOptions {
  details?: unknown
  retryAfterMs?: number
  /** Field to messages; alone it makes a 422, beside a code both shapes are sent (contract 2). */
  fields?: Record<string, string[]>
}

/** An expected "no": features throw it, each edge translates it once (contract 2). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly details: unknown
  readonly retryAfterMs: number | null
  readonly fields: Record<string, string[]> | null

  /** Null where only fields are refused. Not named `code`: Fastify writes its own into that. */
  readonly reason: ErrorCode | null

  constructor(reason: ErrorCode | null, options: RefusalOptions = {}) {
    super(reason ? ERRORS[reason].sentence : 'A field is not valid')
    this.reason = reason
    this.details = options.details
    this.retryAfterMs = options.retryAfterMs ?? null
    this.fields = options.fields ?? null
  }

  get status(): number {
    return this.reason ? ERRORS[this.reason].status : 422
  }
}

/** 422 for one field. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal(null, { fields: { [field]: [message] } })
}
