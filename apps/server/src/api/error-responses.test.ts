import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseBrokenRequest } from './error-responses.ts'

let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    response.write('so far')
    request.resume()
  })
  server.on('clientError', refuseBrokenRequest)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The whole response to these bytes, and to `more` sent after the response has begun, until the server closes. */
function answerTo(bytes: string, more = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.once('data', () => socket.write(more))
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

test.each([
  ['no request at all', 'hello\r\n\r\n', '400 Bad Request', 'bad_request'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    '400 ',
    'bad_request',
  ],
  [
    'far too long headers',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(65_536)}\r\n\r\n`,
    '431 ',
    'payload_too_large',
  ],
])('%s is refused in the usual format, with the usual headers', async (_, bytes, status, code) => {
  const answer = await answerTo(bytes)
  expect(answer.startsWith(`HTTP/1.1 ${status}`)).toBe(true)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), code })
  for (const line of ['x-content-type-options: nosniff', "frame-ancestors 'none'", 'referrer-policy: ', 'no-store'])
    expect(head).toContain(line)
})

test('nothing is written into a response that has begun', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const answer = await answerTo(head, 'no length of a chunk\r\n')
  expect(answer).toContain('so far')
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})
