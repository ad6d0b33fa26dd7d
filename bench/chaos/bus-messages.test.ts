import { expect, test } from 'vitest'
import { disorder, endOfReply } from './bus-messages.ts'

const message = (text: string) => `>3\r\n$7\r\nmessage\r\n$1\r\nt\r\n$${text.length}\r\n${text}\r\n`

test('a reply of the Redis protocol ends after its last line, even inside a list', () => {
  for (const reply of [
    '+OK\r\n',
    '-ERR no\r\n',
    ':12\r\n',
    '$3\r\na\r\n\r\n',
    '$-1\r\n',
    '*-1\r\n',
    message('hello'),
  ]) {
    const data = Buffer.from(`${reply}+PONG\r\n`)
    expect(endOfReply(data, 0), reply).toBe(reply.length)
    for (let length = 0; length < reply.length; length += 1) {
      expect(endOfReply(data.subarray(0, length), 0), `${length} bytes of ${reply}`).toBeNull()
    }
  }
})

test('without delays and repeats, data that comes in pieces arrives unchanged and in order', () => {
  const whole = `+OK\r\n${message('one')}:1\r\n${message('two')}`
  const sent: string[] = []
  const filter = disorder(() => 0.99)
  for (const byte of Buffer.from(whole)) filter(Buffer.from([byte]), (data) => void sent.push(data.toString()))
  expect(sent).toEqual(['+OK\r\n', message('one'), ':1\r\n', message('two')])
})
