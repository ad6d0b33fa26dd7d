import { type Endpoint, type JsonObject, JsonText, type MembershipHooks } from '@quizmaster/channels'
import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import { stageTopic } from '@quizmaster/contract/channels/stage'
import type { Question } from '@quizmaster/contract/http/gameplay'
import { userStatsTopic } from '@quizmaster/contract/channels/user-stats'
import type { BroadcastGame } from '../features/games/broadcast-game.ts'
import type { BroadcastStage, BroadcastWatch } from '../features/games/broadcast-viewers.ts'
import type { NotifyPlayer } from '../features/progress/stats.ts'
import type { Bus } from '../infra/bus.ts'
import type { Clock } from '../infra/clock.ts'
import type { Logger } from '../infra/log.ts'
import type { Metrics } from '../infra/metrics.ts'

/** Events that carry a complete state: for a slow client, a newer one replaces an older one that has not been sent. */
const STATE_EVENTS: ReadonlySet<string> = new Set(['game_update', 'stage_update', 'user_stats_update', 'watch_update'])

/** How a channel broadcasts an event: only the latest update of a state counts. */
export function broadcastOptions(event: string): { supersedes?: string } {
  return STATE_EVENTS.has(event) ? { supersedes: event } : {}
}

/**
 * Sends updates of a game to the players' devices, whichever process they are connected to. Most updates by far are of
 * running games. Clients recognize outdated ones by their version, so within this process they bypass Valkey.
 */
export function createBroadcastGame(bus: Bus): BroadcastGame {
  return (userIds, update, savedAtMs) => {
    const topics = userIds.map(activeGameTopic)
    const text = encodeMessage('game_update', encodeUpdate(update), savedAtMs)
    if (update.game?.status === 'running') bus.publishLocalFirst(topics, text)
    else for (const topic of topics) bus.publish(topic, text)
  }
}

/** Questions as JSON: an update contains all that were asked so far, and they are most of its bytes. */
const encodedQuestions = new WeakMap<Question, string>()

function encodeQuestion(question: Question): string {
  const known = encodedQuestions.get(question)
  if (known !== undefined) return known
  const json = JSON.stringify(question)
  encodedQuestions.set(question, json)
  return json
}

/** Encodes an update like `JSON.stringify`, except that `questions` come last. Encodes each question only once. */
export function encodeUpdate({ game, reason }: GameUpdate): JsonText {
  const tail = `"reason":${JSON.stringify(reason)}}`
  if (game === null) return new JsonText(`{"game":null,${tail}`)
  const { questions, ...rest } = game
  const opened = JSON.stringify(rest).slice(0, -1)
  return new JsonText(`{"game":${opened},"questions":[${questions.map(encodeQuestion).join()}]},${tail}`)
}

/** Sends updates to stages, whichever process they are connected to. */
export function createBroadcastStage(bus: Bus): BroadcastStage {
  return (ids, update) => publishTo(bus, ids.map(stageTopic), 'stage_update', { ...update })
}

/** Sends the game that a user watches to their devices, whichever process they are connected to. */
export function createBroadcastWatch(bus: Bus): BroadcastWatch {
  return (userId, update) => publishTo(bus, [activeGameTopic(userId)], 'watch_update', { ...update })
}

/** Sends events about a player to all of their devices, whichever process they are connected to. */
export function createNotifyPlayer(bus: Bus): NotifyPlayer {
  return (userId, event, payload) => publishTo(bus, [userStatsTopic(userId)], event, { ...payload })
}

interface MessageHead {
  event: string
  supersedes?: string
  /** When the change was saved, in epoch milliseconds. Measures the delay of updates. */
  savedAtMs?: number
}

/**
 * Sends a message to the members of these topics in every process. It may get lost: the database is the source of truth
 * (contract 7).
 */
export function publishTo(bus: Bus, topics: readonly string[], event: string, payload: JsonObject): void {
  const text = encodeMessage(event, new JsonText(JSON.stringify(payload)), null)
  for (const topic of topics) bus.publish(topic, text)
}

/** On the bus a message is two lines, the head and the payload, so that the payload is encoded only once. */
function encodeMessage(event: string, payload: JsonText, savedAtMs: number | null): string {
  const head: MessageHead = { event, ...broadcastOptions(event), ...(savedAtMs === null ? {} : { savedAtMs }) }
  return `${JSON.stringify(head)}\n${payload.json}`
}

type BusMessage = MessageHead & { payload: JsonText }

interface BusHooksDeps {
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'updateDelaySeconds'>
}

/** Subscribes to a topic of the endpoint while it has members in this process, and broadcasts its messages to them. */
export function busHooks(
  { bus, clock, log, metrics }: BusHooksDeps,
  endpoint: () => Endpoint,
): Required<MembershipHooks> {
  const subscriptions = new Map<string, Promise<() => void>>()
  /** A message to several topics arrives once for each of them; it is parsed once. */
  let latest: { text: string; message: BusMessage | null } = { text: '', message: null }

  function read(text: string): BusMessage | null {
    if (text !== latest.text) latest = { text, message: readMessage(text) }
    return latest.message
  }

  return {
    async onFirstMember(topic) {
      const subscription = bus.subscribe(topic, (text) => {
        const message = read(text)
        if (!message) return log.warn({ msg: 'bus_message_unreadable', topic })
        const { event, payload, supersedes, savedAtMs } = message
        endpoint().broadcast(topic, event, payload, supersedes === undefined ? {} : { supersedes })
        if (savedAtMs !== undefined) metrics.updateDelaySeconds.observe(Math.max(0, clock.now() - savedAtMs) / 1000)
      })
      subscriptions.set(topic, subscription)
      await subscription
    },
    onLastMember(topic) {
      const subscription = subscriptions.get(topic)
      subscriptions.delete(topic)
      subscription
        ?.then((unsubscribe) => unsubscribe())
        .catch((error: unknown) => log.warn({ err: error, msg: 'unsubscribe_failed', topic }))
    },
  }
}

/** Null for a message in another format: during an upgrade a process of another version may be on the bus. */
function readMessage(text: string): BusMessage | null {
  const headEnd = text.indexOf('\n')
  if (headEnd < 0) return null
  try {
    return { ...(JSON.parse(text.slice(0, headEnd)) as MessageHead), payload: new JsonText(text.slice(headEnd + 1)) }
  } catch {
    return null
  }
}
