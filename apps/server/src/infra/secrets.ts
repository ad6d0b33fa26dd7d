import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keyed operations; each purpose has a key of its own, derived from SECRET_KEY. */
export interface Secrets {
  /** HMAC-SHA256 of a text under the purpose's key. */
  mac(purpose: string, text: string): Buffer
  /** AES-256-GCM: iv, tag, ciphertext. */
  seal(purpose: string, text: string): Buffer
  /** @throws when the box was made with another key or changed */
  open(purpose: string, box: Buffer): string
}

/** The operations under one SECRET_KEY: what one process has sealed or signed, each with the same key can read. */
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

/** The secret of this installation: made once and kept in `DATA_DIR/secret`, mode 0600 (contract 1). */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 })
  // A link is made whole or not at all: a kill half way leaves no empty secret, and of two starts one wins.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(path, 'utf8')).trim()
}
