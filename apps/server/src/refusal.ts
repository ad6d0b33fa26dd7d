import { ERRORS, type ErrorCode } from '@quizmaster/contract/errors'

interface RefusalOptions {
  details?: unknown
  retryAfterMs?: number
  /** Messages by field. Without a code the answer is a 422; with one, it contains both. */
  fields?: Record<string, string[]>
}

/** An expected refusal. Features throw it; the API and the sockets turn it into an answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly details: unknown
  readonly retryAfterMs: number | null
  readonly fields: Record<string, string[]> | null

  /** Null if only fields are refused. Not named `code`, because Fastify overwrites that. */
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

/** A 422 for one field. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal(null, { fields: { [field]: [message] } })
}
