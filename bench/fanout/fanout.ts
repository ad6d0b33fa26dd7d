import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../lib/statistics.mjs'
import { RawClient } from './raw-client.ts'
import type { Answer, Request } from './server-process.ts'
import { isInstalled, subjectNames, type SubjectName } from './subjects.ts'

// The memory of an idle joined socket and the CPU time of one delivery, in rooms of 10 with 1 KB messages, compared
// with bare `ws` (and Socket.IO if it is installed). Run: npx tsx bench/fanout/fanout.ts [idle sockets]

const IDLE_SOCKETS = Number(process.argv[2] ?? 4_000)
const WARM_UP_SOCKETS = 500
const ROOMS = 20
const ROOM_SIZE = 10
const ROUNDS = 150
const REPEATS = 5
const PAYLOAD = { filler: 'x'.repeat(1_000) }
const DIAL_BATCH = 100

type Dial = {
  readonly path: (room: number) => string
  readonly hello: (room: number) => string
  readonly ready: string
}

const dials: Record<SubjectName, Dial> = {
  ws: { path: (room) => `/?room=${room}`, hello: () => 'hello', ready: 'joined' },
  channels: {
    path: () => '/socket/websocket?vsn=2.0.0',
    hello: (room) => JSON.stringify(['1', '1', `room:${room}`, 'phx_join', {}]),
    ready: 'phx_reply',
  },
  'socket.io': { path: (room) => `/socket.io/?EIO=4&transport=websocket&room=${room}`, hello: () => '40', ready: '40' },
}

class ServerUnderTest {
  readonly #child: ChildProcess
  readonly #dial: Dial
  #port = 0
  deliveries = 0

  constructor(name: SubjectName) {
    const script = fileURLToPath(new URL('server-process.ts', import.meta.url))
    this.#child = fork(script, [name], { execArgv: ['--expose-gc', ...process.execArgv] })
    this.#dial = dials[name]
  }

  async start(): Promise<void> {
    this.#port = await this.#answer()
  }

  stop(): void {
    this.#child.disconnect()
  }

  ask(request: Request): Promise<number> {
    this.#child.send(request)
    return this.#answer()
  }

  /** Connects and joins; `roomOf` gives the room of each socket. */
  async fill(count: number, roomOf: (index: number) => number): Promise<RawClient[]> {
    const clients: RawClient[] = []
    for (let start = 0; start < count; start += DIAL_BATCH) {
      const batch = Array.from({ length: Math.min(DIAL_BATCH, count - start) }, (_, index) =>
        this.#join(roomOf(start + index)),
      )
      clients.push(...(await Promise.all(batch)))
    }
    return clients
  }

  async #join(room: number): Promise<RawClient> {
    const { path, hello, ready } = this.#dial
    let onReady: (() => void) | undefined
    const joined = new Promise<void>((resolve) => (onReady = resolve))
    const client = await RawClient.open(this.#port, path(room), (text) => {
      if (text.includes('"filler"')) this.deliveries += 1
      else if (text === '2') client.send('3')
      else if (text.includes(ready)) onReady?.()
    })
    client.send(hello(room))
    await joined
    return client
  }

  async #answer(): Promise<number> {
    const [answer] = (await once(this.#child, 'message')) as [Answer]
    return answer.value
  }
}

async function idleBytes(name: SubjectName): Promise<number> {
  const server = new ServerUnderTest(name)
  await server.start()
  // One room per socket, like a user's own topic. The first sockets allocate what all sockets share; they stay open so
  // that the others cannot reuse their memory.
  const first = await server.fill(WARM_UP_SOCKETS, (index) => index)
  const before = await server.ask({ kind: 'memory' })
  const clients = await server.fill(IDLE_SOCKETS, (index) => WARM_UP_SOCKETS + index)
  await delay(500)
  const after = await server.ask({ kind: 'memory' })
  for (const client of [...first, ...clients]) client.close()
  server.stop()
  return (after - before) / IDLE_SOCKETS
}

/** Alternates between the servers, so that other load on the machine affects all of them equally. */
async function deliveryCpuUs(names: readonly SubjectName[]): Promise<Map<SubjectName, number[]>> {
  const costs = new Map<SubjectName, number[]>(names.map((name) => [name, []]))
  const servers = new Map<SubjectName, ServerUnderTest>()
  for (const name of names) {
    const server = new ServerUnderTest(name)
    await server.start()
    await server.fill(ROOMS * ROOM_SIZE, (index) => Math.floor(index / ROOM_SIZE))
    servers.set(name, server)
  }
  for (let repeat = 0; repeat <= REPEATS; repeat += 1) {
    for (const [name, server] of servers) {
      const costUs = await oneDeliveryRun(server)
      // The first run warms up.
      if (repeat > 0) costs.get(name)?.push(costUs)
    }
  }
  for (const server of servers.values()) server.stop()
  return costs
}

async function oneDeliveryRun(server: ServerUnderTest): Promise<number> {
  const deliveries = ROOMS * ROOM_SIZE * ROUNDS
  server.deliveries = 0
  const cpuUs = await server.ask({ kind: 'broadcast', roomCount: ROOMS, rounds: ROUNDS, payload: PAYLOAD })
  while (server.deliveries < deliveries) await delay(10)
  return cpuUs / deliveries
}

type Row = { readonly name: SubjectName; readonly bytes: number; readonly cpuUs: number }

function printTable(rows: readonly Row[]): void {
  const base = rows.find(({ name }) => name === 'ws')
  if (!base) return
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  console.table(
    rows.map(({ name, bytes, cpuUs }) => ({
      server: name,
      'idle joined socket': kb(bytes),
      'against ws': (bytes / base.bytes).toFixed(2),
      'CPU a delivery': `${cpuUs.toFixed(1)} µs`,
      'against ws ': (cpuUs / base.cpuUs).toFixed(2),
    })),
  )
}

const names = subjectNames.filter(isInstalled)
const rows: Row[] = []
const costs = await deliveryCpuUs(names)
for (const name of names) rows.push({ name, bytes: await idleBytes(name), cpuUs: median(costs.get(name) ?? []) })
console.log(
  `${IDLE_SOCKETS} idle sockets in a room each; ${ROOMS} rooms of ${ROOM_SIZE}, 1 KB messages, Node ${process.version}`,
)
printTable(rows)
if (!names.includes('socket.io')) console.log('socket.io is not installed: left out.')
