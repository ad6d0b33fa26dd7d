import { activeGameTopic, type GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { create } from 'zustand'
import { followTopic } from '../../platform/realtime/realtime.ts'
import { onSessionEnd } from '../../platform/session.ts'
import { noteSeen } from './last-seen-game.ts'
import { noteRoundTrip, noteServerTime, roundTripStart } from './server-clock.ts'

/** The game a player is in. */
export interface ActiveGame {
  /** Whose game it is; null while nobody is known. */
  readonly userId: UserId | null
  /** `undefined` while it is not known, null for none. */
  readonly game: Game | null | undefined
  /** The game that the player left by their own hand: its end is no news to them. */
  readonly leftId: string | null
}

const NOTHING_KNOWN: ActiveGame = { userId: null, game: undefined, leftId: null }

/** The one active game, fed by the channel and by the answers of calls. */
export const useActiveGame = create<ActiveGame>(() => NOTHING_KNOWN)

type Ask = () => Promise<{ game: Game | null }>

let ask: Ask | null = null
let answersTaken = 0
const pastIds = new Set<string>()

onSessionEnd(reset)

/** Follows a user's active game until the returned function is called. */
export function followActiveGame(userId: UserId): () => void {
  if (useActiveGame.getState().userId !== userId) reset()
  useActiveGame.setState({ userId })
  const unfollow = followTopic<{ game_update: GameUpdate }>('gameplay', activeGameTopic(userId), {
    async sync(push) {
      ask = () => push('get_active_game', { user_id: userId }) as Promise<{ game: Game | null }>
      await readActiveGame(ask)
    },
    events: { game_update: takeUpdate },
  })
  return () => {
    ask = null
    unfollow()
  }
}

/** Asks for the present state where there is a line; without one the next join does. */
export function askActiveGame(): void {
  if (ask) void readActiveGame(ask).catch(() => undefined)
}

/** Takes a game out of the answer to a call: nothing is surer, whatever was left or lost before. */
export function takeAnswer(game: Game): Game {
  answersTaken += 1
  pastIds.delete(game.id)
  useActiveGame.setState({ leftId: null })
  takeGame(game)
  return game
}

/** The game is being left: `done` forgets it, `failed` takes the intention back. */
export function expectToLeave(): { done: () => void; failed: () => void } {
  const id = useActiveGame.getState().game?.id ?? null
  useActiveGame.setState({ leftId: id })
  return {
    done() {
      answersTaken += 1
      if (useActiveGame.getState().game?.id === id) setGame(null)
    },
    failed: () => useActiveGame.setState({ leftId: null }),
  }
}

/** Whether a game is newer than the present one: by version within one game; another one counts unless archived. */
export function isNews(present: Game | null | undefined, next: Game): boolean {
  if (present?.id === next.id) return next.version > present.version
  return next.status !== 'archived'
}

function takeUpdate({ game }: GameUpdate): void {
  // Nobody's game, or one that was left for another: a late message is no proof, so the server is asked.
  if (!game || pastIds.has(game.id)) askActiveGame()
  else takeGame(game)
}

function takeGame(game: Game): void {
  noteServerTime(game.server_time)
  if (!isNews(useActiveGame.getState().game, game)) return
  setGame(game.status === 'archived' ? null : game)
  if (game.status === 'archived') askActiveGame()
}

/** Reads the present state. What was asked before an answer to a call came may be older than it, and is asked again. */
async function readActiveGame(asking: Ask): Promise<void> {
  const takenBefore = answersTaken
  const startedAtMs = roundTripStart()
  const { game } = await asking()
  if (asking !== ask) return
  if (game) noteRoundTrip(startedAtMs, game.server_time)
  if (takenBefore !== answersTaken) return readActiveGame(asking)
  if (!game) setGame(null)
  else {
    pastIds.delete(game.id)
    takeGame(game)
  }
}

function setGame(game: Game | null): void {
  const present = useActiveGame.getState().game
  if (present && present.id !== game?.id) pastIds.add(present.id)
  useActiveGame.setState({ game })
  noteSeen(game)
}

function reset(): void {
  ask = null
  pastIds.clear()
  useActiveGame.setState(NOTHING_KNOWN, true)
}
