import { activeGameTopic, type GameUpdate, type WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import type { UserId } from '@quizmaster/contract/ids'
import type { Channel, Socket } from 'phoenix'
import type { Player } from './play.ts'
import { join, openSocket, push } from './realtime-client.ts'

/** A watcher's device. */
export class WatchClient {
  /** The updates of watched games that it was sent. */
  readonly seen: (WatchedGame | null)[] = []
  /** The updates of the user's own games that it was sent. */
  readonly updates: GameUpdate[] = []
  /** Every message of its socket, as JSON. */
  readonly received: string[] = []

  private constructor(
    readonly socket: Socket,
    readonly channel: Channel,
  ) {}

  /** Connects a player's device to the process at this port. */
  static async connect(player: Player, port: number): Promise<WatchClient> {
    const { token } = (await player.app.call('GET', 'gameplay/api/token/generate', { token: player.token })).body
    const socket = openSocket(port, 'gameplay', token)
    const { channel } = await join(socket, activeGameTopic(player.userId as UserId))
    const client = new WatchClient(socket, channel)
    channel.on('watch_update', ({ watched }: WatchUpdate) => void client.seen.push(watched))
    channel.on('game_update', (update: GameUpdate) => void client.updates.push(update))
    socket.onMessage((message) => void client.received.push(JSON.stringify(message)))
    return client
  }

  /** Asks for the game that the user watches. */
  async ask(): Promise<WatchedGame | null> {
    return ((await push(this.channel, 'get_watched_game', {})).response as WatchUpdate).watched
  }

  /** The watched game in the latest update. */
  get last(): WatchedGame | null | undefined {
    return this.seen.at(-1)
  }
}
