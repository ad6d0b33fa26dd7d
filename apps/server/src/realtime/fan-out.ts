import { type Endpoint, type JsonObject, JsonText, type MembershipHooks } from '@quizmaster/channels'
import type { Bus } from '../infra/bus.ts'
import type { Logger } from '../infra/log.ts'

interface BusMessage {
  event: string
  payload: JsonObject
  /** See BroadcastOptions: a newer message with the same word replaces an unsent one. */
  supersedes?: string
}

/**
 * Sends a message to whoever is on one of the topics, in whichever process (contract 7: a hint; the database is the
 * truth). The payload is encoded here, once for all: on the bus it is the second line, and goes out as it stands.
 */
export function publishTo(bus: Bus, topics: readonly string[], { payload, ...head }: BusMessage): void {
  const text = `${JSON.stringify(head)}\n${JSON.stringify(payload)}`
  for (const topic of topics) bus.publish(topic, text)
}

type Head = Omit<BusMessage, 'payload'>

/** Connects an endpoint's topics to the bus, each only while a member is here, so that no node hears what it has no use for. */
export function busHooks(bus: Bus, log: Logger, endpoint: () => Endpoint): Required<MembershipHooks> {
  const ends = new Map<string, Promise<() => void>>()
  return {
    async onFirstMember(topic) {
      const end = bus.subscribe(topic, (text) => {
        const message = readMessage(text)
        if (!message) return log.warn({ msg: 'bus_message_unreadable', topic })
        const { event, payload, supersedes } = message
        endpoint().broadcast(topic, event, payload, supersedes === undefined ? {} : { supersedes })
      })
      ends.set(topic, end)
      await end
    },
    onLastMember(topic) {
      const end = ends.get(topic)
      ends.delete(topic)
      end?.then((stop) => stop()).catch((error: unknown) => log.warn({ err: error, msg: 'unsubscribe_failed', topic }))
    },
  }
}

/** Null for what is none: during an upgrade another version may be on the bus, and a lost hint is better than a crash. */
function readMessage(text: string): (Head & { payload: JsonText }) | null {
  const headEnd = text.indexOf('\n')
  if (headEnd < 0) return null
  try {
    return { ...(JSON.parse(text.slice(0, headEnd)) as Head), payload: new JsonText(text.slice(headEnd + 1)) }
  } catch {
    return null
  }
}
