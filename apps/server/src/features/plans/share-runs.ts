/** Lets callers who want the same at the same moment share one run; gives each of them its result or its error. */
export function shareRuns<Result>(): (key: string, run: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, run) => {
    const mine =
      running.get(key) ??
      run().finally(() => {
        running.delete(key)
      })
    running.set(key, mine)
    return mine
  }
}
