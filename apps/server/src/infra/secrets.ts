import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory } from './sync-to-disk.ts'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keyed operations. Each purpose has its own key, derived from SECRET_KEY. */
export interface Secrets {
  /** HMAC-SHA256 of a text under the purpose's key. */
  mac(purpose: string, text: string): Buffer
  /** Encrypts with AES-256-GCM; returns iv, tag and ciphertext. */
  seal(purpose: string, text: string): Buffer
  /** @throws if the box was sealed with another key or changed */
  open(purpose: string, box: Buffer): string
}

/** The operations for a SECRET_KEY. Processes with the same key can read what the others have sealed. */
export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secretKey, '', purpose, KEY_BYTES))
    keys.set(purpose, key)
    return key
  }
  return {
    mac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest(),
    seal(purpose, text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(purpose, box) {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), box.subarray(0, IV_BYTES))
      decipher.setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(box.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** The secret of this installation, created once and stored in `DATA_DIR/secret` with mode 0600 (contract 1). */
export async function storedSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true })
  // link(2) is atomic: a killed process leaves no partial secret, and of two concurrent starts one wins.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  // On disk before anything is encrypted with it.
  syncDirectory(dataDir)
  return (await readFile(path, 'utf8')).trim()
}
