import { stageTopic, type StageState, type StageUpdate } from '@quizmaster/contract/channels/stage'
import type { StageGame } from '@quizmaster/contract/http/stage'
import type { StageId } from '@quizmaster/contract/ids'
import { stageApi } from '@quizmaster/contract/routes/gameplay'
import { STAGE_SOCKET_PATH } from '@quizmaster/contract/routes/route'
import { create } from 'zustand'
import { call, dataOf } from '../../../platform/http.ts'
import { ServiceSocket } from '../../../platform/realtime/service-socket.ts'
import { type Push, type TopicHandlers, TopicSubscription } from '../../../platform/realtime/topic-subscription.ts'
import { Transports } from '../../../platform/realtime/transports.ts'
import { addRoundTrip, addServerTime, pageNowMs } from '../../../platform/server-clock.ts'
import { tabStorage } from '../../../platform/storage.ts'
import { isNewerView } from '../view-order.ts'

/** The key of the token that makes this tab the same stage after a reload. Another tab is another stage. */
const TOKEN_KEY = 'stageToken'
/** The wait before the server is asked again after it could not say what to show. */
const RETRY_MS = 5_000

/** What this screen shows: a game, or letters to pair it by; undefined until it is known. */
export const useStage = create<{ state: Pick<StageState, 'game' | 'letters'> | undefined }>(() => ({
  state: undefined,
}))

/** Makes this tab a stage, until the returned function is called. */
export function followStage(): () => void {
  let followed: { id: StageId; unfollow: () => void } | null = null
  const socket = new ServiceSocket(
    {
      path: STAGE_SOCKET_PATH,
      async fetchToken(signal) {
        const before = tabStorage.get(TOKEN_KEY)
        const { id, token } = dataOf(
          await call(stageApi.openStage, before === null ? {} : { token: before }, { signal }),
        )
        tabStorage.set(TOKEN_KEY, token)
        if (id !== followed?.id) {
          followed?.unfollow()
          const { subscription, stop } = subscriptionTo(id)
          const unfollow = socket.follow(subscription)
          followed = { id, unfollow: () => (stop(), unfollow()) }
        }
        return token
      },
    },
    new Transports(),
  )
  const resume = () => document.visibilityState === 'visible' && socket.resume()
  document.addEventListener('visibilitychange', resume)
  socket.open()
  return () => {
    document.removeEventListener('visibilitychange', resume)
    followed?.unfollow()
    socket.close()
    useStage.setState({ state: undefined })
  }
}

/** Subscribes to the stage's topic. `stop` clears its timer. */
function subscriptionTo(id: StageId): { subscription: TopicSubscription; stop: () => void } {
  let push: Push | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The game that was shown before the letters. A late update of it may still arrive. */
  let ended: StageGame | null = null

  async function read(): Promise<void> {
    if (!push) return
    clearTimeout(timer)
    const startedAtMs = pageNowMs()
    const state = (await push('get_stage', {})) as StageState
    if (state.game) addRoundTrip(startedAtMs, state.game.server_time)
    else refreshIn(state.letters_until - state.server_time)
    // An update may have overtaken the reply.
    const shown = useStage.getState().state?.game
    if (!state.game) ended = shown ?? ended
    if (!state.game || !shown || isNewerView(state.game, shown)) useStage.setState({ state })
  }

  function refresh(): void {
    read().catch(() => refreshIn(RETRY_MS))
  }

  function refreshIn(ms: number): void {
    clearTimeout(timer)
    if (push) timer = setTimeout(refresh, Math.max(1_000, ms))
  }

  const handlers: TopicHandlers<{ stage_update: StageUpdate }> = {
    async sync(channelPush) {
      push = channelPush
      await read()
    },
    events: {
      stage_update({ game }) {
        if (!game) refresh()
        else if (game.since !== ended?.since) takeGame(game)
      },
    },
  }
  return {
    subscription: new TopicSubscription(stageTopic(id), handlers as TopicHandlers<Record<string, unknown>>),
    stop() {
      push = null
      clearTimeout(timer)
    },
  }
}

function takeGame(game: StageGame): void {
  addServerTime(game.server_time)
  const shown = useStage.getState().state?.game
  if (shown && !isNewerView(game, shown)) return
  useStage.setState({ state: { game, letters: null } })
}
