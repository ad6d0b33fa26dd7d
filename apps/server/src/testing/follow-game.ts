import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import type { Channel, Socket } from 'phoenix'
import type { Player } from './play.ts'
import { join, openSocket, push } from './realtime-client.ts'

/** A player's channel for their game. */
export interface FollowedGame {
  socket: Socket
  channel: Channel
  /** The server's reply to the join. */
  status: string
  /** Every update so far. */
  seen: GameUpdate[]
  /** Asks for the game. */
  ask: () => Promise<Game | null>
}

/** Follows a player's game over a socket of its own to the server on this port. The caller disconnects it. */
export async function followGame(player: Player, port: number): Promise<FollowedGame> {
  const { body } = await player.app.call('GET', 'gameplay/api/token/generate', { token: player.token })
  const socket = openSocket(port, 'gameplay', body.token)
  const { channel, status } = await join(socket, activeGameTopic(player.userId as UserId))
  const seen: GameUpdate[] = []
  channel.on('game_update', (update: GameUpdate) => void seen.push(update))
  const ask = async () => {
    const { response } = await push(channel, 'get_active_game', { user_id: player.userId })
    return (response as { game: Game | null }).game
  }
  return { socket, channel, status, seen, ask }
}
