import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { PATIENT_BUS } from '../testing/patient-bus.ts'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { type Bus, createMemoryBus, createValkeyBus } from './bus.ts'
import { silentLog as log } from './log.ts'

const valkeyUrl = process.env['TEST_VALKEY_URL']
/** Other test files use the same server at the same time, and lose messages as well. */
const PREFIX = `bus-test-${randomUUID()}:`
/** For a server that falls silent. */
const SOON = { lateMs: 1_000, answerWithinMs: 10_000 }
const openBus = (url = valkeyUrl ?? '', busLog = log) =>
  createValkeyBus(url, busLog, { ...PATIENT_BUS, prefix: PREFIX })
const openImpatientBus = (url: string) => createValkeyBus(url, log, { ...SOON, prefix: PREFIX })

/** The bus as two processes see it; the memory bus serves one process only. */
const KINDS: [string, () => Promise<[Bus, Bus]>][] = [
  [
    'memory',
    async () => {
      const bus = createMemoryBus()
      return [bus, bus]
    },
  ],
  ...(valkeyUrl
    ? [['valkey', async () => [await openBus(), await openBus()]] as [string, () => Promise<[Bus, Bus]>]]
    : []),
]

describe.each(KINDS)('the bus over %s', (_, open) => {
  const buses: Bus[] = []
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close()
  })
  const opened = async () => {
    const pair = await open()
    buses.push(...new Set(pair))
    return pair
  }

  test('a message reaches all listeners of its topic, in order, and no others', async () => {
    const [one, two] = await opened()
    const [here, there, elsewhere] = [[] as string[], [] as string[], [] as string[]]
    await one.subscribe('a', (message) => here.push(message))
    await two.subscribe('a', (message) => there.push(message))
    await two.subscribe('b', (message) => elsewhere.push(message))
    for (let n = 0; n < 20; n += 1) one.publish('a', String(n))
    const all = Array.from({ length: 20 }, (__, n) => String(n))
    await expect.poll(() => there).toEqual(all)
    await expect.poll(() => here).toEqual(all)
    expect(elsewhere).toEqual([])
  })

  test('listeners are not called before publish has returned', async () => {
    const [one] = await opened()
    const seen: string[] = []
    await one.subscribe('a', (message) => seen.push(message))
    one.publish('a', 'x')
    expect(seen).toEqual([])
    await expect.poll(() => seen).toEqual(['x'])
  })

  test('a local-first message reaches the listeners of this process, and those of the others', async () => {
    const [one, two] = await opened()
    const [here, there] = [new Set<string>(), new Set<string>()]
    await one.subscribe('a', (message) => here.add(message))
    await one.subscribe('b', (message) => here.add(message))
    await two.subscribe('b', (message) => there.add(message))
    await two.subscribe('c', (message) => there.add(message))
    one.publishLocalFirst(['a', 'b'], 'x')
    one.publishLocalFirst(['c'], 'y')
    await expect.poll(() => [...here, ...there].toSorted()).toEqual(['x', 'x', 'y'])
  })

  test('an unsubscribed listener gets no more messages, and the other listeners do', async () => {
    const [one, two] = await opened()
    const [first, second] = [[] as string[], [] as string[]]
    const end = await two.subscribe('a', (message) => first.push(message))
    await two.subscribe('a', (message) => second.push(message))
    end()
    one.publish('a', 'x')
    await expect.poll(() => second).toEqual(['x'])
    expect(first).toEqual([])
  })

  test('ping resolves', async () => {
    const [one] = await opened()
    await expect(one.ping()).resolves.toBeUndefined()
  })
})

describe.runIf(valkeyUrl)('with Valkey', () => {
  test('when Valkey stops answering, ping rejects, messages stay in this process, and the bus reconnects', async () => {
    const proxy = await startTcpProxy(valkeyUrl ?? '')
    const bus = await openImpatientBus(proxy.url)
    const seen: string[] = []
    await bus.subscribe('silent', (message) => seen.push(message))
    bus.onGap(() => bus.publish('silent', 'after the gap'))
    proxy.blackHole()
    await proxy.restore()
    bus.publish('silent', 'x')
    await expect(bus.ping()).rejects.toThrow()
    await expect.poll(() => seen).toEqual(['x', 'after the gap'])
    await bus.close()
    proxy.cut()
  })

  test('a process is subscribed only to the topics it listens to', async () => {
    const bus = await openBus()
    const probe = new Redis(valkeyUrl ?? '')
    const listeners = async (topic: string) => (await probe.pubsub('NUMSUB', PREFIX + topic))[1]
    expect(await listeners('only')).toBe(0)
    const end = await bus.subscribe('only', () => undefined)
    expect(await listeners('only')).toBe(1)
    end()
    await expect.poll(() => listeners('only')).toBe(0)
    probe.disconnect()
    await bus.close()
  })

  test('a process that was cut off from Valkey, and no other, is notified of the gap once it has resubscribed', async () => {
    const proxy = await startTcpProxy(valkeyUrl ?? '')
    const [cut, other] = [await openBus(proxy.url), await openBus()]
    const gaps: string[] = []
    const heard: string[] = []
    other.onGap(() => gaps.push('other'))
    await cut.subscribe('after', (message) => heard.push(message))
    cut.onGap(() => {
      gaps.push('cut')
      other.publish('after', 'x')
    })
    proxy.cut()
    await proxy.restore()
    await expect.poll(() => heard).toEqual(['x'])
    expect(gaps).toEqual(['cut'])
    await Promise.all([cut.close(), other.close()])
    proxy.cut()
  })

  test.each(['cut', 'blackHole'] as const)(
    'while Valkey is unreachable (%s) isConnected is false and subscribe does not wait',
    async (fault) => {
      const proxy = await startTcpProxy(valkeyUrl ?? '')
      const [cut, other] = [await openImpatientBus(proxy.url), await openBus()]
      const heard: string[] = []
      await expect.poll(() => cut.isConnected()).toBe(true)
      proxy[fault]()
      await expect.poll(() => cut.isConnected()).toBe(false)
      await cut.subscribe('since', (message) => heard.push(message))
      expect(other.isConnected()).toBe(true)
      await proxy.restore()
      await expect.poll(() => cut.isConnected()).toBe(true)
      other.publish('since', 'x')
      await expect.poll(() => heard).toEqual(['x'])
      await Promise.all([cut.close(), other.close()])
      proxy.cut()
    },
  )

  test('all processes are notified of a gap when a message could not be sent', async () => {
    const proxy = await startTcpProxy(valkeyUrl ?? '')
    const [cut, other] = [await openBus(proxy.url), await openBus()]
    const gaps: string[] = []
    cut.onGap(() => gaps.push('cut'))
    other.onGap(() => gaps.push('other'))
    proxy.cut()
    await expect(cut.ping()).rejects.toThrow()
    cut.publish('lost', 'x')
    await proxy.restore()
    await expect.poll(() => gaps.toSorted()).toEqual(['cut', 'other'])
    await Promise.all([cut.close(), other.close()])
    proxy.cut()
  })

  test('during an outage messages stay in this process, and its beginning and end are logged', async () => {
    const proxy = await startTcpProxy(valkeyUrl ?? '')
    const lines: string[] = []
    const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg)
    const bus = await openBus(proxy.url, pino({ level: 'info' }, { write }))
    for (let outage = 1; outage <= 2; outage += 1) {
      lines.length = 0
      proxy.cut()
      await expect(bus.ping()).rejects.toThrow()
      const received: string[] = []
      const end = await bus.subscribe('lost', (message) => received.push(message))
      for (const message of ['a', 'b', 'c']) bus.publish('lost', message)
      await expect.poll(() => received).toEqual(['a', 'b', 'c'])
      await proxy.restore()
      await expect.poll(() => bus.isConnected()).toBe(true)
      expect(lines).toEqual(['bus_outage', 'bus_outage_over'])
      end()
    }
    await bus.close()
    proxy.cut()
  })

  test('messages in flight when Valkey closed the connection belong to the same outage and the same gap', async () => {
    const proxy = await startTcpProxy(valkeyUrl ?? '')
    const lines: string[] = []
    const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg)
    const bus = await openBus(proxy.url, pino({ level: 'info' }, { write }))
    const other = await openBus()
    const gaps: string[] = []
    other.onGap(() => gaps.push('other'))
    for (let n = 0; n < 20; n += 1) bus.publish('anything', String(n))
    proxy.cut()
    await proxy.restore()
    await expect.poll(() => gaps).toEqual(['other'])
    await expect.poll(() => bus.isConnected()).toBe(true)
    expect(lines).toEqual(['bus_outage', 'bus_outage_over'])
    await Promise.all([bus.close(), other.close()])
    proxy.cut()
  })

  test('after Valkey has dropped the connection the bus resubscribes', async () => {
    // The number of its database distinguishes this bus from those of other test files.
    const bus = await openBus(new URL('/7', valkeyUrl).href)
    const seen: string[] = []
    await bus.subscribe('again', (message) => seen.push(message))
    const probe = new Redis(valkeyUrl ?? '')
    const subscribers = String(await probe.call('CLIENT', 'LIST', 'TYPE', 'pubsub')).split('\n')
    const id = /^id=(\d+)/.exec(subscribers.find((line) => line.includes(' db=7 ')) ?? '')?.[1] ?? ''
    expect(await probe.call('CLIENT', 'KILL', 'ID', id)).toBe(1)
    await expect.poll(async () => (await probe.pubsub('NUMSUB', `${PREFIX}again`))[1]).toBe(1)
    bus.publish('again', 'x')
    await expect.poll(() => seen).toEqual(['x'])
    probe.disconnect()
    await bus.close()
  })
})
