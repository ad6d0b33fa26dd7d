import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { openWay } from '../testing/way.ts'
import { type Bus, createMemoryBus, createValkeyBus } from './bus.ts'

const log = pino({ level: 'silent' })
const valkeyUrl = process.env['TEST_VALKEY_URL']

/** Two processes' ends of one bus; in memory there is one process only. */
const KINDS: [string, () => Promise<[Bus, Bus]>][] = [
  [
    'memory',
    async () => {
      const bus = createMemoryBus()
      return [bus, bus]
    },
  ],
  ...(valkeyUrl
    ? [
        ['valkey', async () => [await createValkeyBus(valkeyUrl, log), await createValkeyBus(valkeyUrl, log)]] as [
          string,
          () => Promise<[Bus, Bus]>,
        ],
      ]
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

  test('a message reaches every listener of its topic, in order, and no other', async () => {
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

  test('whoever publishes is not called back before they have finished', async () => {
    const [one] = await opened()
    const seen: string[] = []
    await one.subscribe('a', (message) => seen.push(message))
    one.publish('a', 'x')
    expect(seen).toEqual([])
    await expect.poll(() => seen).toEqual(['x'])
  })

  test('after the end nothing comes any more, and the other listeners stay', async () => {
    const [one, two] = await opened()
    const [first, second] = [[] as string[], [] as string[]]
    const end = await two.subscribe('a', (message) => first.push(message))
    await two.subscribe('a', (message) => second.push(message))
    end()
    one.publish('a', 'x')
    await expect.poll(() => second).toEqual(['x'])
    expect(first).toEqual([])
  })

  test('it says that it works', async () => {
    const [one] = await opened()
    await expect(one.ping()).resolves.toBeUndefined()
  })
})

describe.runIf(valkeyUrl)('with Valkey', () => {
  test('where Valkey says nothing any more it says so, tells this process at least, and finds a new way', async () => {
    const way = await openWay(valkeyUrl ?? '')
    const bus = await createValkeyBus(way.url, log)
    const seen: string[] = []
    await bus.subscribe('silent', (message) => seen.push(message))
    bus.onGap(() => bus.publish('silent', 'after the gap'))
    way.swallow()
    await way.mend()
    bus.publish('silent', 'x')
    await expect(bus.ping()).rejects.toThrow()
    await expect.poll(() => seen).toEqual(['x'])
    await expect.poll(() => seen, { timeout: 15_000 }).toEqual(['x', 'after the gap'])
    await bus.close()
    way.cut()
  })

  test('a process is sent only the topics it listens to', async () => {
    const bus = await createValkeyBus(valkeyUrl ?? '', log)
    const probe = new Redis(valkeyUrl ?? '')
    const listeners = async (topic: string) => (await probe.pubsub('NUMSUB', `quizmaster:${topic}`))[1]
    expect(await listeners('only')).toBe(0)
    const end = await bus.subscribe('only', () => undefined)
    expect(await listeners('only')).toBe(1)
    end()
    await expect.poll(() => listeners('only')).toBe(0)
    probe.disconnect()
    await bus.close()
  })

  test('who was cut off from Valkey is told of the gap, once they listen again; the others are not', async () => {
    const way = await openWay(valkeyUrl ?? '')
    const [cut, other] = [await createValkeyBus(way.url, log), await createValkeyBus(valkeyUrl ?? '', log)]
    const gaps: string[] = []
    const heard: string[] = []
    other.onGap(() => gaps.push('other'))
    await cut.subscribe('after', (message) => heard.push(message))
    cut.onGap(() => {
      gaps.push('cut')
      other.publish('after', 'x')
    })
    way.cut()
    await way.mend()
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['x'])
    expect(gaps).toEqual(['cut'])
    await Promise.all([cut.close(), other.close()])
    way.cut()
  })

  test.each(['cut', 'swallow'] as const)(
    'while the way is gone (%s) it says that it carries nothing, and keeps nobody waiting who begins to listen',
    async (fault) => {
      const way = await openWay(valkeyUrl ?? '')
      const [cut, other] = [await createValkeyBus(way.url, log), await createValkeyBus(valkeyUrl ?? '', log)]
      const heard: string[] = []
      expect(cut.isCarrying()).toBe(true)
      way[fault]()
      await expect.poll(() => cut.isCarrying()).toBe(false)
      await cut.subscribe('since', (message) => heard.push(message))
      expect(other.isCarrying()).toBe(true)
      await way.mend()
      await expect.poll(() => cut.isCarrying()).toBe(true)
      other.publish('since', 'x')
      await expect.poll(() => heard).toEqual(['x'])
      await Promise.all([cut.close(), other.close()])
      way.cut()
    },
  )

  test('all are told of the gap where a message could not be sent', async () => {
    const way = await openWay(valkeyUrl ?? '')
    const [cut, other] = [await createValkeyBus(way.url, log), await createValkeyBus(valkeyUrl ?? '', log)]
    const gaps: string[] = []
    cut.onGap(() => gaps.push('cut'))
    other.onGap(() => gaps.push('other'))
    way.cut()
    await expect(cut.ping()).rejects.toThrow()
    cut.publish('lost', 'x')
    await way.mend()
    await expect.poll(() => gaps.toSorted(), { timeout: 5_000 }).toEqual(['cut', 'other'])
    await Promise.all([cut.close(), other.close()])
    way.cut()
  })

  test('of the messages that an outage keeps from others the first is logged, not each', async () => {
    const way = await openWay(valkeyUrl ?? '')
    const lines: string[] = []
    const write = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg)
    const bus = await createValkeyBus(way.url, pino({ level: 'warn' }, { write }))
    const failures = () => lines.filter((msg) => msg === 'valkey_publish_failed').length
    for (const outage of [1, 2]) {
      way.cut()
      await expect(bus.ping()).rejects.toThrow()
      const told: string[] = []
      const end = await bus.subscribe('lost', (message) => told.push(message))
      for (const message of ['a', 'b', 'c']) bus.publish('lost', message)
      await expect.poll(() => told).toEqual(['a', 'b', 'c'])
      expect(failures()).toBe(outage)
      await way.mend()
      await expect.poll(() => bus.isCarrying(), { timeout: 5_000 }).toBe(true)
      end()
    }
    await bus.close()
    way.cut()
  })

  test('after Valkey has dropped the connection it listens again, and says meanwhile that it does not work', async () => {
    const bus = await createValkeyBus(valkeyUrl ?? '', log)
    const seen: string[] = []
    await bus.subscribe('again', (message) => seen.push(message))
    const probe = new Redis(valkeyUrl ?? '')
    await probe.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await expect.poll(async () => (await probe.pubsub('NUMSUB', 'quizmaster:again'))[1]).toBe(1)
    bus.publish('again', 'x')
    await expect.poll(() => seen).toEqual(['x'])
    probe.disconnect()
    await bus.close()
  })
})
