import { stageTopic, type StageState, type StageUpdate } from '@quizmaster/contract/channels/stage'
import type { StageId } from '@quizmaster/contract/ids'
import { STAGE_SOCKET_PATH } from '@quizmaster/contract/routes/route'
import { type Channel, Socket } from 'phoenix'
import { WebSocket } from 'ws'
import { dataOf, type TestApp } from './build-app.ts'
import { join, push, recordMessages, REPLY_WITHIN_MS } from './realtime-client.ts'

/** The id and token of a new stage, or of the one with this token. */
export async function openStage(app: TestApp, token?: string): Promise<{ id: StageId; token: string }> {
  return dataOf(await app.call('POST', 'gameplay/api/stage', { body: token === undefined ? {} : { token } }))
}

/** Connects the official Phoenix client to the socket for stages. */
export function openStageSocket(port: number, token: string): Socket {
  const socket = new Socket(`ws://127.0.0.1:${port}${STAGE_SOCKET_PATH}`, {
    transport: WebSocket,
    authToken: token,
    timeout: REPLY_WITHIN_MS,
  })
  socket.connect()
  return socket
}

/** A stage: a big screen that shows a game. */
export class StageClient {
  /** The updates that it was sent. */
  readonly seen: StageUpdate[] = []
  private constructor(
    readonly id: StageId,
    readonly token: string,
    readonly socket: Socket,
    readonly channel: Channel,
    /** Every message of its channel, as JSON. */
    readonly received: string[],
  ) {}

  /** Opens a stage, or the one with this token, and joins its topic. */
  static async connect(app: TestApp, port: number, token?: string): Promise<StageClient> {
    const stage = await openStage(app, token)
    const socket = openStageSocket(port, stage.token)
    const { channel } = await join(socket, stageTopic(stage.id))
    const client = new StageClient(stage.id, stage.token, socket, channel, recordMessages(socket))
    channel.on('stage_update', (update: StageUpdate) => void client.seen.push(update))
    return client
  }

  /** Asks for what the stage should show. */
  async ask(): Promise<StageState> {
    return (await push(this.channel, 'get_stage', {})).response as StageState
  }

  /** The letters that it shows. */
  async letters(): Promise<string> {
    return (await this.ask()).letters ?? ''
  }
}
