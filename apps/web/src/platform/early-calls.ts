/** A call that the page made before the app's code had arrived (`build/boot.js`). */
export interface EarlyCall {
  readonly url: string
  /** Null for a visitor. */
  readonly token: string | null
  /** JSON, if the call has any. */
  readonly body?: string
  readonly response: Promise<Response>
  readonly controller: AbortController
  /** By `performance.now()`. */
  readonly startedAtMs: number
}

declare global {
  // Only `var` declares a property of `globalThis`.
  var earlyCalls: EarlyCall[] | undefined
}

/** The early call that is the same as this one, the first time it is asked for. */
export function takeEarlyCall(url: string, token: string | null, body: RequestInit['body']): EarlyCall | undefined {
  const calls = globalThis.earlyCalls ?? []
  const index = calls.findIndex((call) => call.url === url && call.token === token && call.body === body)
  return index === -1 ? undefined : calls.splice(index, 1)[0]
}

/** When the early call to this address was made; undefined if there is none or it has been taken. */
export function earlyCallStartMs(url: string): number | undefined {
  return globalThis.earlyCalls?.find((call) => call.url === url)?.startedAtMs
}
