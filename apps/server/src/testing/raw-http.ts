import { connect } from 'node:net'

/** An answer as it came over the wire. Header names are in lower case. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Writes request heads as they are and reads the answers until the server closes the connection. For requests that no
 * HTTP client would send. The heads are sent at once, and the server answers them one after the other.
 */
export function sendRaw(port: number, heads: readonly string[]): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(heads.join('')))
    socket.on('data', (chunk) => void chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(readAnswers(Buffer.concat(chunks).toString())))
  })
}

/** The head of a request without a body. The last request of a connection should ask the server to close it. */
export function requestHead(
  target: string,
  { method = 'GET', address, headers = {} }: RequestHeadOptions = {},
): string {
  const all = { host: 'localhost', ...(address ? { 'x-forwarded-for': address } : {}), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

interface RequestHeadOptions {
  method?: string
  /** The client's address, for a server with TRUST_PROXY. */
  address?: string
  headers?: Record<string, string>
}

function readAnswers(text: string): RawAnswer[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part !== '')
    .map((part) => {
      const [head = '', body = ''] = part.split('\r\n\r\n')
      const [statusLine = '', ...lines] = head.split('\r\n')
      const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])
      return {
        status: Number(statusLine.split(' ')[1]),
        headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
        body,
      }
    })
}
