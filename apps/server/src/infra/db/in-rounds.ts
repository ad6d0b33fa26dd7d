/** Statements under way at once: more would find the same database busy. One that waits for a lock stops nobody. */
const MAX_UNDER_WAY = 2
/** One statement does not grow without end, however much is waiting. */
const MAX_ROUND = 200
/** Up to here as many small statements cost the database less than one that takes a list. */
const FEW = 3

/** The same question in two forms. */
interface Question<Key, Answer> {
  askOne: (key: Key) => Promise<Answer>
  /** Gives one answer a key, in their order. */
  askMany: (keys: readonly Key[]) => Promise<readonly Answer[]>
}

interface Waiting<Key, Answer> {
  key: Key
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Asks about many with one statement: what comes while statements are under way waits for the next round. So a quiet
 * program asks at once, and a busy one asks less often for more; nobody is answered from before they asked. When a
 * round fails, everybody in it is rejected.
 */
export function inRounds<Key, Answer>({ askOne, askMany }: Question<Key, Answer>): (key: Key) => Promise<Answer> {
  const waiting: Waiting<Key, Answer>[] = []
  let underWay = 0

  function startRound(): void {
    if (underWay === MAX_UNDER_WAY || waiting.length === 0) return
    underWay += 1
    void askRound(waiting.splice(0, MAX_ROUND)).finally(() => {
      underWay -= 1
      startRound()
    })
  }

  async function askRound(round: readonly Waiting<Key, Answer>[]): Promise<void> {
    if (round.length <= FEW) {
      await Promise.all(round.map(({ key, resolve, reject }) => askOne(key).then(resolve, reject)))
      return
    }
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
