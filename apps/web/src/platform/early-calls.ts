/** A call that the page made before the app's code arrived (`build/boot.js`). */
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

/** Takes the early call that is identical to this one, if there is one and it has not been taken. */
export function takeEarlyCall(url: string, token: string | null, body: RequestInit['body']): EarlyCall | undefined {
  const calls = globalThis.earlyCalls ?? []
  const index = calls.findIndex((call) => call.url === url && call.token === token && call.body === body)
  return index === -1 ? undefined : calls.splice(index, 1)[0]
}

/** When the early call to this address was made, if there is one that has not been taken. */
export function earlyCallStartMs(url: string): number | undefined {
  return globalThis.earlyCalls?.find((call) => call.url === url)?.startedAtMs
}
