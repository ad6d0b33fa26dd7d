import {
  defineChannel,
  error,
  ok,
  stop,
  type Channel,
  type ChannelDefinition,
  type JsonObject,
  type Ref,
} from '../src/index.ts'

/** The assigns of the tests' sockets. */
export type User = { readonly name: string }

type RoomState = { readonly joinedAs: string }
type RoomChannel = Channel<User, RoomState>

/** A channel with a handler for every feature, and a log of its calls. */
export type Room = {
  readonly definition: ChannelDefinition<User, RoomState>
  readonly log: string[]
  /** Channels by topic, the newest last. */
  readonly open: RoomChannel[]
  /** Resumes waiting joins and handlers. */
  release(): void
}

/** A new room. */
export function newRoom(): Room {
  const log: string[] = []
  const open: RoomChannel[] = []
  let waiting: (() => void)[] = []
  const gate = () => new Promise<void>((resolve) => waiting.push(resolve))
  const definition = defineChannel<User, RoomState>({
    async join({ topic, subtopic, payload, assigns }) {
      log.push(`join ${topic}`)
      if (payload['wait']) await gate()
      if (payload['crash']) throw new Error('join fell over')
      if (payload['refuse'] || subtopic === 'secret') return error({ reason: 'unauthorized' })
      return ok((payload['data'] as JsonObject | undefined) ?? {}, { joinedAs: assigns.name })
    },
    joined(channel) {
      open.push(channel)
    },
    events: {
      echo: (payload) => ok({ ...payload }),
      refuse: () => error({ reason: 'not_today' }),
      silence: () => {},
      crash: () => {
        throw new Error('handler fell over')
      },
      crash_late: () => Promise.reject(new Error('handler fell over late')),
      unencodable: () => ok({ big: 1n }),
      stop: () => stop(),
      stop_with_reply: () => stop(ok({ bye: true })),
      push_back: (payload, channel) => void channel.push('pushed', payload),
      shout: (payload, channel) => {
        channel.broadcast('shout', { ...payload, from: channel.state.joinedAs })
        return ok()
      },
      later: (payload, channel, ref: Ref) =>
        void setImmediate(() => channel.reply(ref, ok({ ...payload, late: true }))),
      wait: async (payload) => {
        await gate()
        return ok({ ...payload })
      },
    },
    terminate(channel, reason) {
      log.push(`terminate ${channel.topic} ${reason}`)
    },
  })
  return {
    definition,
    log,
    open,
    release: () => {
      for (const go of waiting) go()
      waiting = []
    },
  }
}
