/** Runs `run`, or joins the run already in flight under the same key. */
export type SingleFlight<Result> = (key: string, run: () => Promise<Result>) => Promise<Result>

/** Concurrent callers with the same key share one run and all get its result, or its error. */
export function singleFlight<Result>(): SingleFlight<Result> {
  const inFlight = new Map<string, Promise<Result>>()
  return (key, run) => {
    const flight =
      inFlight.get(key) ??
      run().finally(() => {
        inFlight.delete(key)
      })
    inFlight.set(key, flight)
    return flight
  }
}
