import { z } from 'zod'
import type { Route } from '../routes/route.ts'

/**
 * Who may call: `open` visitors too, `signed_in` a bearer token is needed, `admin` the bearer must belong to an account
 * of ADMIN_EMAILS, and every other account meets a 404.
 */
export type Access = 'open' | 'signed_in' | 'admin'

/** What an endpoint takes and gives beside its route. `body: null` takes no payload. */
export interface EndpointDefinition {
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body: z.ZodType | null
  readonly answer: z.ZodType
}

/** A route with its schemas: checks the request, types both sides and makes the OpenAPI page. */
export type Endpoint = Route & EndpointDefinition

/** Adds the schemas to a route. */
export function endpoint<const R extends Route, const D extends EndpointDefinition>(route: R, definition: D): R & D {
  return { ...route, ...definition }
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
