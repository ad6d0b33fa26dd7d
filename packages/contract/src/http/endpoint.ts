import { z } from 'zod'

/**
 * Who may call: `open` visitors too, `signed_in` a bearer token is needed, `admin` the bearer must belong to an account
 * of ADMIN_EMAILS, and every other account meets a 404.
 */
export type Access = 'open' | 'signed_in' | 'admin'

/**
 * One call of the product: the same value checks the request, types both sides and makes the OpenAPI page.
 * `path` starts after the service's base (contract 2). `body: null` takes no payload.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body: z.ZodType | null
  readonly answer: z.ZodType
}

/** Types an endpoint without widening it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** The usual good answer, `{data}` (contract 2). */
export function dataOf<T extends z.ZodType>(schema: T) {
  return z.object({ data: schema })
}

/** The answer of a call that has nothing to say. */
export const emptyDataSchema = dataOf(z.object({}))

/** A whole number in a query string: digits only, no signs, no repeats (contract 2). */
export function queryInteger(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(fallback)
}

/** Text that a database can hold: no NUL, no lone surrogate. */
export function storableText(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'contains characters that are not allowed')
}

/** Text for people to read: storable, trimmed, and something is left of it. */
export function words(max: number) {
  return storableText(0, max).trim().min(1)
}
