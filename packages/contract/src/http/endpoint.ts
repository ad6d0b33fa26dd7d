import { z } from 'zod'
import type { Route } from '../routes/route.ts'

/**
 * Who may call: `open` everyone, `signed_in` users with a bearer token, `admin` the accounts of ADMIN_EMAILS; all other
 * accounts get a 404. `admin_sign_in` is for admins who have yet to set up or enter their second factor.
 */
export type Access = 'open' | 'signed_in' | 'admin_sign_in' | 'admin'

/** An endpoint without its route. `body: null` means that it takes no body. */
export interface EndpointDefinition {
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body: z.ZodType | null
  readonly answer: z.ZodType
}

/** A route with its schemas, which check requests, type both sides and describe the endpoint in OpenAPI. */
export type Endpoint = Route & EndpointDefinition

/** Adds the schemas to a route. */
export function endpoint<const R extends Route, const D extends EndpointDefinition>(route: R, definition: D): R & D {
  return { ...route, ...definition }
}

/** The usual form of an answer, `{data}`. */
export function dataOf<T extends z.ZodType>(schema: T) {
  return z.object({ data: schema })
}

/** An answer without data. */
export const emptyDataSchema = dataOf(z.object({}))

/** A whole number in a query string: digits only, without a sign, given once. */
export function queryInteger(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(fallback)
}

/** Text that the database can store: no NUL, no lone surrogate. */
export function storableText(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'contains characters that are not allowed')
}

/** Text for display: storable, trimmed and not empty. */
export function words(max: number) {
  return storableText(0, max).trim().min(1)
}
