/** Statements under way at once: more would find the same database busy. One that waits for a lock stops nobody. */
const MAX_UNDER_WAY = 2
/** One statement does not grow without end, however much is waiting. */
const MAX_ROUND = 200
/** From one round to the next: to wait for company costs a busy program less than a statement and a commit for each. */
const PACE_MS = 4

interface Waiting<Key, Answer> {
  key: Key
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Asks about many with one statement: what comes soon after a round, or while two are under way, waits for the next. So
 * a quiet program asks at once, and a busy one asks less often for more; nobody is answered from before they asked.
 * When a round fails, everybody in it is rejected.
 *
 * @param askMany gives one answer a key, in their order
 */
export function inRounds<Key, Answer>(
  askMany: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  const waiting: Waiting<Key, Answer>[] = []
  let underWay = 0
  let isTooSoon = false

  function startRound(): void {
    if (isTooSoon || underWay === MAX_UNDER_WAY || waiting.length === 0) return
    isTooSoon = true
    setTimeout(() => {
      isTooSoon = false
      startRound()
    }, PACE_MS)
    underWay += 1
    void askRound(waiting.splice(0, MAX_ROUND)).finally(() => {
      underWay -= 1
      startRound()
    })
  }

  async function askRound(round: readonly Waiting<Key, Answer>[]): Promise<void> {
    try {
      const answers = await askMany(round.map(({ key }) => key))
      round.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      for (const { reject } of round) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      startRound()
    })
}
