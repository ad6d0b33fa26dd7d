/** Small notes for this tab alone, forgotten when it closes. A browser that refuses them keeps nothing. */
export const tabStorage = {
  get(key: string): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, text: string): void {
    try {
      sessionStorage.setItem(key, text)
    } catch {
      // What is noted here is a nicety.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing could be stored there either.
    }
  },
}
