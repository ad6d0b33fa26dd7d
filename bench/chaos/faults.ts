import { setTimeout as delay } from 'node:timers/promises'
import type { UserId } from '@quizmaster/contract/ids'
import { disorder } from './bus-messages.ts'
import { DATABASE_FAULTS } from './database-faults.ts'
import { between, during, type Fault, oneOf } from './fault.ts'
import type { FaultyProxy, ProxyMode } from './faulty-proxy.ts'
import type { Round, Strike } from './round.ts'
import type { Server } from './server.ts'

const DAY_MS = 86_400_000

/** Sets proxies to a mode for 1 to 5 s, a while after the players have begun. */
function onProxies(pick: (round: Round) => readonly FaultyProxy[], mode: ProxyMode, excused: 'all' | 'nobody'): Strike {
  return async (round) => {
    const proxies = pick(round)
    await delay(between(3_000, 12_000, round.chance))
    await during(round, String(mode), excused === 'all' ? 'all' : [], async () => {
      await Promise.all(proxies.map((proxy) => proxy.set(mode)))
      await delay(between(1_000, 5_000, round.chance))
      await Promise.all(proxies.map((proxy) => proxy.set('open')))
    })
  }
}

/** The players who are connected to a server. */
function playersOn({ players }: Round, { port }: Server): UserId[] {
  return players.filter((player) => player.isConnectedTo(port)).map(({ userId }) => userId)
}

const databases = ({ site }: Round) => site.databases
const buses = ({ site }: Round) => site.buses
const oneDatabase = ({ site, chance }: Round) => [oneOf(site.databases, chance)]
const oneBus = ({ site, chance }: Round) => [oneOf(site.buses, chance)]

/** All faults, by name. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  none: { rows: [], strike: async () => undefined },
  kill: {
    rows: ['D2', 'D4', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6'],
    strike: async (round) => {
      for (let turn = 0; turn < 2; turn += 1) {
        await delay(between(1_000, 8_000, round.chance))
        const server = oneOf(round.site.servers, round.chance)
        await during(round, 'kill', [], async () => {
          await server.end('SIGKILL')
          await delay(between(0, 2_000, round.chance))
          await server.start()
        })
      }
    },
  },
  'kill-all': {
    rows: ['D2', 'D11', 'F1', 'F2', 'F3', 'F4', 'F5', 'F19'],
    strike: async (round) => {
      await delay(between(1_000, 15_000, round.chance))
      await during(round, 'kill-all', 'all', async () => {
        await Promise.all(round.site.servers.map((server) => server.end('SIGKILL')))
        await delay(between(0, 3_000, round.chance))
        await Promise.all(round.site.servers.map((server) => server.start()))
      })
    },
  },
  stop: {
    rows: ['F6', 'F7'],
    strike: async (round) => {
      for (let turn = 0; turn < 2; turn += 1) {
        await delay(between(1_000, 6_000, round.chance))
        const server = oneOf(round.site.servers, round.chance)
        await during(round, 'stop', playersOn(round, server), async () => {
          server.signal('SIGSTOP')
          await delay(between(1_000, 6_000, round.chance))
          server.signal('SIGCONT')
        })
      }
    },
  },
  'rolling-restart': {
    rows: ['F26'],
    strike: async (round) => {
      await delay(between(1_000, 6_000, round.chance))
      for (const server of round.site.servers) {
        await during(round, 'rolling-restart', [], async () => {
          await server.end('SIGTERM')
          await server.start()
        })
      }
    },
  },
  clock: {
    rows: ['D1', 'F12'],
    strike: async (round) => {
      for (let turn = 0; turn < 3; turn += 1) {
        await delay(between(1_000, 5_000, round.chance))
        const shiftMs = between(-DAY_MS, DAY_MS, round.chance)
        await during(round, 'clock', [], async () => oneOf(round.site.servers, round.chance).shiftClock(shiftMs))
      }
      for (const server of round.site.servers) server.shiftClock(0)
    },
  },
  'database-cut': { rows: ['D2', 'F8'], strike: onProxies(databases, 'cut', 'all') },
  'database-silent': { rows: ['D2', 'F8', 'F23'], strike: onProxies(databases, 'silent', 'all') },
  'database-half-open': { rows: ['D2', 'F8', 'F27'], strike: onProxies(databases, 'half_open', 'all') },
  'database-slow': { rows: ['F23'], strike: onProxies(databases, 150, 'nobody') },
  ...DATABASE_FAULTS,
  'one-database-cut': { rows: ['F10'], strike: onProxies(oneDatabase, 'cut', 'all') },
  'one-database-silent': { rows: ['F7', 'F10'], strike: onProxies(oneDatabase, 'silent', 'all') },
  'bus-cut': { rows: ['D3', 'F9'], strike: onProxies(buses, 'cut', 'nobody') },
  'bus-silent': { rows: ['D3', 'F9'], strike: onProxies(buses, 'silent', 'nobody') },
  'bus-half-open': { rows: ['D3', 'F9'], strike: onProxies(buses, 'half_open', 'nobody') },
  'bus-slow': { rows: ['F28'], strike: onProxies(buses, 400, 'nobody') },
  'one-bus-cut': { rows: ['F11'], strike: onProxies(oneBus, 'cut', 'nobody') },
  'one-bus-silent': { rows: ['F11'], strike: onProxies(oneBus, 'silent', 'nobody') },
  'bus-disorder': {
    rows: ['D3', 'F27', 'F28'],
    strike: async (round) => {
      await during(round, 'bus-disorder', [], async () => {
        for (const bus of round.site.buses) bus.filter(() => disorder(round.chance))
        await delay(between(15_000, 25_000, round.chance))
        for (const bus of round.site.buses) bus.filter(null)
      })
    },
  },
  'mail-cut': { rows: ['F20'], isDuringSignIn: true, strike: duringSignIn('cut') },
  'mail-silent': { rows: ['F20'], isDuringSignIn: true, strike: duringSignIn('silent') },
  'mail-half-open': { rows: ['F20', 'F27'], isDuringSignIn: true, strike: duringSignIn('half_open') },
  'mail-slow': { rows: ['F20'], isDuringSignIn: true, strike: duringSignIn(500) },
  'provider-cut': { rows: ['F21'], strike: duringPurchase('cut') },
  'provider-silent': { rows: ['F21'], strike: duringPurchase('silent') },
  'provider-half-open': { rows: ['F21', 'F27'], strike: duringPurchase('half_open') },
  'provider-slow': { rows: ['F21'], strike: duringPurchase(1_500) },
}

/** Breaks or delays the connections to the payment provider from the start until most purchases have begun. */
function duringPurchase(mode: ProxyMode): Strike {
  return async (round) => {
    await during(round, `provider-${mode}`, [], async () => {
      await round.site.payments.set(mode)
      await delay(between(6_000, 12_000, round.chance))
      await round.site.payments.set('open')
    })
  }
}

/** Breaks or delays the connections to the mail server for 1 to 4 s from the start. */
function duringSignIn(mode: ProxyMode): Strike {
  return async (round) => {
    await during(round, `mail-${mode}`, 'all', async () => {
      await round.site.mail.set(mode)
      await delay(between(1_000, 4_000, round.chance))
      await round.site.mail.set('open')
    })
  }
}
