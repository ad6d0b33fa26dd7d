import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { Preferences } from '@capacitor/preferences'
import { logDebug } from '../log.ts'

/** The only secret value. It is kept in the Keychain or Keystore. */
const SECRET_KEY = 'token'
/**
 * Marks an installation that has run before. When an app is deleted, iOS keeps the Keychain but not the preferences.
 */
const INSTALLED_KEY = 'installed'

/**
 * The device's storage behind the synchronous interface of `localStorage`: all values are loaded at startup, and
 * changes are written in the background, in order.
 */
export class NativeStorage implements Storage {
  readonly #values: Map<string, string>
  #writing: Promise<void> = Promise.resolve()

  private constructor(values: Map<string, string>) {
    this.#values = values
  }

  /** Loads everything that is stored. */
  static async load(): Promise<NativeStorage> {
    const { keys } = await Preferences.keys()
    const entries = await Promise.all(
      keys.map(async (key): Promise<[string, string | null]> => [key, (await Preferences.get({ key })).value]),
    )
    const values = new Map(entries.filter((entry): entry is [string, string] => entry[1] !== null))
    const storage = new NativeStorage(values)
    if (values.delete(INSTALLED_KEY)) {
      const secret = await readSecret()
      if (secret !== null) values.set(SECRET_KEY, secret)
    } else {
      await removeSecret().catch((error: unknown) => logDebug('old_token_not_removed', { err: error }))
      await Preferences.set({ key: INSTALLED_KEY, value: 'true' })
    }
    return storage
  }

  get length(): number {
    return this.#values.size
  }

  key(index: number): string | null {
    return [...this.#values.keys()][index] ?? null
  }

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (this.#values.get(key) === value) return
    this.#values.set(key, value)
    this.#write(() => (key === SECRET_KEY ? writeSecret(value) : Preferences.set({ key, value })))
  }

  removeItem(key: string): void {
    if (!this.#values.delete(key)) return
    this.#write(() => (key === SECRET_KEY ? removeSecret() : Preferences.remove({ key })))
  }

  clear(): void {
    for (const key of this.#values.keys()) this.removeItem(key)
  }

  #write(write: () => Promise<void>): void {
    this.#writing = this.#writing.then(write).catch((error: unknown) => logDebug('value_not_stored', { err: error }))
  }
}

/** A Keystore can lose its key, for example when the screen lock is removed. The user then has to sign in again. */
async function readSecret(): Promise<string | null> {
  try {
    return await SecureStorage.getItem(SECRET_KEY)
  } catch (error) {
    logDebug('token_not_read', { err: error })
    return null
  }
}

/** Readable while the device is unlocked, and not part of its backup. */
async function writeSecret(value: string): Promise<void> {
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly)
  await SecureStorage.setItem(SECRET_KEY, value)
}

function removeSecret(): Promise<void> {
  return SecureStorage.removeItem(SECRET_KEY)
}
