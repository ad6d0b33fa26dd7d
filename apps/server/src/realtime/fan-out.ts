import type { Endpoint, JsonObject, MembershipHooks } from '@quizmaster/channels'
import type { Bus } from '../infra/bus.ts'
import type { Logger } from '../infra/log.ts'

interface BusMessage {
  event: string
  payload: JsonObject
  /** See BroadcastOptions: a newer message with the same word replaces an unsent one. */
  supersedes?: string
}

/** Sends a message to whoever is on a topic, in whichever process (contract 7: a hint; the database is the truth). */
export function publishTo(bus: Bus, topic: string, message: BusMessage): void {
  bus.publish(topic, JSON.stringify(message))
}

/** Connects an endpoint's topics to the bus, each only while a member is here, so that no node hears what it has no use for. */
export function busHooks(bus: Bus, log: Logger, endpoint: () => Endpoint): Required<MembershipHooks> {
  const ends = new Map<string, Promise<() => void>>()
  return {
    async onFirstMember(topic) {
      const end = bus.subscribe(topic, (text) => {
        const { event, payload, supersedes } = JSON.parse(text) as BusMessage
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
