/** The keys of the persisted zustand stores (contract 8). */
export type StoreKey =
  | 'topicsStore'
  | 'practiceStateStore'
  | 'privateGameStateStore'
  | 'userTopicsStore'
  | 'waitingAnswersStore'
  | 'lastSeenStore'

interface StoredValues {
  email: string
  token: string
  deviceToken: string
  joinGameId: string
  dailyVisitor: string
  isJustSubscribed: boolean
  questionsTillNextAd: number
  currentQuestionIndex: number
  /** Any JSON: the reader must check it. */
  randomQuestionsList: unknown
  /** How My stats is shown: `charts` or `tables`. */
  statsView: string
  /** My stats as last loaded. Any JSON: the reader must check it. */
  myStats: unknown
  /** `on` if games play sounds on this device. */
  gameSounds: string
}

/** The keys of values that are stored on their own, not by a store (contract 8). */
export type StorageKey = keyof StoredValues

interface Codec<T> {
  /** Null if the stored text is not a value of this key. */
  read(text: string): T | null
  write(value: T): string
}

const TEXT: Codec<string> = { read: (text) => text || null, write: (value) => value }
const DECIMAL: Codec<number> = {
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null),
  write: String,
}
const FLAG: Codec<boolean> = { read: () => true, write: () => 'true' }
const JSON_VALUE: Codec<unknown> = { read: parseJson, write: (value) => JSON.stringify(value) }

const CODECS: { [K in StorageKey]: Codec<StoredValues[K]> } = {
  email: TEXT,
  token: TEXT,
  deviceToken: TEXT,
  joinGameId: TEXT,
  dailyVisitor: TEXT,
  isJustSubscribed: FLAG,
  questionsTillNextAd: DECIMAL,
  currentQuestionIndex: DECIMAL,
  randomQuestionsList: JSON_VALUE,
  statsView: TEXT,
  myStats: JSON_VALUE,
  gameSounds: TEXT,
}
const STORE_KEYS: readonly StoreKey[] = [
  'topicsStore',
  'practiceStateStore',
  'privateGameStateStore',
  'userTopicsStore',
  'waitingAnswersStore',
  'lastSeenStore',
]

const memory = new Map<string, string>()

/** localStorage, or memory if that is unavailable (blocked, full, no window). */
export const textStorage = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  },
  setItem(key: string, text: string): void {
    try {
      localStorage.setItem(key, text)
      memory.delete(key)
    } catch {
      memory.set(key, text)
    }
  },
  removeItem(key: string): void {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing could be stored there either.
    }
  },
}

/** Typed access to the stored values of contract 8; an invalid value counts as absent (null). */
export const storage = {
  get<K extends StorageKey>(key: K): StoredValues[K] | null {
    const text = textStorage.getItem(key)
    return text === null ? null : CODECS[key].read(text)
  },
  set<K extends StorageKey>(key: K, value: StoredValues[K]): void {
    textStorage.setItem(key, CODECS[key].write(value))
  },
  remove(key: StorageKey): void {
    textStorage.removeItem(key)
  },
  /** Removes every key of the product, including those of stores, except `keep`. */
  clearAll({ keep = [] }: { keep?: readonly StorageKey[] } = {}): void {
    for (const key of [...Object.keys(CODECS), ...STORE_KEYS]) {
      if (!keep.some((kept) => kept === key)) textStorage.removeItem(key)
    }
  },
}

/** Values of this tab, until it is closed. If the browser blocks sessionStorage, nothing is kept. */
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
      // Only conveniences are kept here, so losing one does no harm.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
