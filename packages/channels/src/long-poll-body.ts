import type { IncomingMessage } from 'node:http'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/** Reads a body of at most `maxBytes`. Null when it is longer: the rest is left unread. Rejects when the peer goes. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let sizeBytes = 0
    req.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes <= maxBytes) chunks.push(chunk)
      else resolve(null)
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
    req.on('error', reject)
    req.on('close', () => reject(new Error('the peer went away within its request')))
  })
}

/**
 * The messages of a POST. With `application/x-ndjson` one a line, at most `maxLines`, the rest ignored: text where the
 * line starts with `[`, else base64 of a binary message, null where it is neither. With any other type the body is one
 * text message.
 */
export function splitBody(body: Buffer, contentType: string | undefined, maxLines: number): (string | Buffer | null)[] {
  const text = body.toString('utf8')
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/x-ndjson') return [text]
  return text
    .split(/\r?\n/, maxLines + 1)
    .slice(0, maxLines)
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('[') ? line : decodeBase64(line)))
}

function decodeBase64(line: string): Buffer | null {
  return BASE64.test(line) ? Buffer.from(line, 'base64') : null
}
