/** What `promise` gives, or a rejection with `message` once `limitMs` have passed; the promise itself goes on. */
export async function withinMs<Result>(promise: Promise<Result>, limitMs: number, message: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
