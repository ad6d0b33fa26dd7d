import type { Rng } from '@quizmaster/engine/draw'
import type { Filter } from './faulty-proxy.ts'

/** How a published message begins in RESP 3 and RESP 2. */
const MESSAGE = /^[>*]3\r\n\$7\r\nmessage\r\n/
const MESSAGE_HEAD_BYTES = 17
const LONGEST_DELAY_MS = 400
const SHARE_DELAYED = 0.3
const SHARE_REPEATED = 0.3

/** Delays some of the published messages so that later ones overtake them, and repeats some. Replies pass unchanged. */
export function disorder(chance: Rng): Filter {
  let rest = Buffer.alloc(0)
  return (chunk, send) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const end = endOfReply(rest, 0)
      if (end === null) return
      const reply = rest.subarray(0, end)
      rest = rest.subarray(end)
      const isMessage = MESSAGE.test(reply.toString('latin1', 0, MESSAGE_HEAD_BYTES))
      if (isMessage && chance() < SHARE_REPEATED) setTimeout(() => send(reply), chance() * LONGEST_DELAY_MS)
      if (isMessage && chance() < SHARE_DELAYED) setTimeout(() => send(reply), chance() * LONGEST_DELAY_MS)
      else send(reply)
    }
  }
}

/** The first characters of one-line replies, of strings with a length, and of lists with a number of items. */
const LINES = '+-:_#,('
const TEXTS = '$=!'
const LISTS = '*>~%'

/**
 * The position after the reply of the Redis protocol (RESP 2 or 3) that begins at `start`; null if it is not complete.
 * @throws Error if no reply begins there
 */
export function endOfReply(data: Buffer, start: number): number | null {
  const lineEnd = data.indexOf('\r\n', start)
  if (lineEnd < 0) return null
  const kind = data.toString('latin1', start, start + 1)
  const size = Number(data.toString('latin1', start + 1, lineEnd))
  const after = lineEnd + 2
  if (LINES.includes(kind)) return after
  if (TEXTS.includes(kind)) {
    const end = size < 0 ? after : after + size + 2
    return end <= data.length ? end : null
  }
  if (!LISTS.includes(kind)) throw new Error(`no reply begins with ${kind}`)
  const items = kind === '%' ? 2 * size : size
  let end: number | null = after
  for (let item = 0; item < items && end !== null; item += 1) end = endOfReply(data, end)
  return end
}
