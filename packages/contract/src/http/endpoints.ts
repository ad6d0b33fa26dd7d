import type { Route } from '../routes/route.ts'
import type { adminEndpoints } from './admin.ts'
import type { adsEndpoints } from './ads.ts'
import type { dailyEndpoints } from './daily.ts'
import type { gameplayEndpoints } from './gameplay.ts'
import type { gamesEndpoints } from './games.ts'
import type { paymentsEndpoints } from './payments.ts'
import type { stageEndpoints } from './stage.ts'
import type { statsEndpoints } from './stats.ts'
import type { userEndpoints } from './user.ts'
import type { watchEndpoints } from './watch.ts'

type EndpointIn<Endpoints> = Endpoints[keyof Endpoints]

type AnyEndpoint =
  | EndpointIn<typeof userEndpoints>
  | EndpointIn<typeof paymentsEndpoints>
  | EndpointIn<typeof adsEndpoints>
  | EndpointIn<typeof adminEndpoints>
  | EndpointIn<typeof gameplayEndpoints>
  | EndpointIn<typeof gamesEndpoints>
  | EndpointIn<typeof dailyEndpoints>
  | EndpointIn<typeof stageEndpoints>
  | EndpointIn<typeof watchEndpoints>
  | EndpointIn<typeof statsEndpoints>

/** The endpoint of a route, found by its method, service and path. */
export type EndpointOf<R extends Route> = Extract<AnyEndpoint, R>

type InputOf<T> = T extends { _zod: { input: infer I } } ? I : undefined
type OutputOf<T> = T extends { _zod: { output: infer O } } ? O : never
type FieldOf<T, Name extends string> = T extends { readonly [K in Name]: infer V } ? V : undefined

/** The JSON body of a route; undefined if it takes none. */
export type BodyOf<R extends Route> = InputOf<FieldOf<EndpointOf<R>, 'body'>>
/** The values of the `:name` parts of a route's path; undefined if it has none. */
export type ParamsOf<R extends Route> = InputOf<FieldOf<EndpointOf<R>, 'params'>>
/** The query parameters of a route; numbers are accepted as well as their text. */
export type QueryOf<R extends Route> = Writable<InputOf<FieldOf<EndpointOf<R>, 'query'>>>
/** The JSON answer of a route. */
export type AnswerOf<R extends Route> = OutputOf<EndpointOf<R>['answer']>

type Writable<Query> = { [K in keyof Query]: string extends Query[K] ? Query[K] | number : Query[K] }
