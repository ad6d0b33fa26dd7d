import type { GameId } from '@quizmaster/contract/ids'
import type { GameState } from '@quizmaster/engine/game-state'
import type { Bus } from '../../infra/bus.ts'
import type { Logger } from '../../infra/log.ts'

const topicOf = (id: GameId) => `game_state:${id}`

/** The state of a game in play that another process has saved. */
export interface ReceivedState {
  version: number
  /**
   * The game's full state, given the one that this process holds. Null if too much has happened in between: then the
   * game has to be loaded.
   */
  after(held: GameState): GameState | null
}

/**
 * Passes the states of games in play between the processes that step them, so that each can continue where another
 * stopped without loading the game. States only travel from server to server, and any of them may get lost: a save
 * succeeds only on the latest version, and a process that lacks it loads the game.
 */
export interface GameExchange {
  /** Listens to a game's states until the returned function is called. */
  follow(id: GameId, onState: (received: ReceivedState) => void): () => void
  /** Call it after the commit. */
  publish(state: GameState): void
}

/** A message is two lines, the version and the state, so that an old one need not be parsed. */
export function createGameExchange(bus: Bus, log: Logger): GameExchange {
  function report(error: unknown, id: GameId): void {
    log.warn({ err: error, msg: 'game_not_followed', game: id })
  }

  return {
    follow(id, onState) {
      const subscription = bus.subscribe(topicOf(id), (text) => {
        const received = readMessage(text)
        if (received) onState(received)
        else log.warn({ msg: 'bus_message_unreadable', topic: topicOf(id) })
      })
      subscription.catch((error: unknown) => report(error, id))
      return () => {
        subscription.then(
          (unsubscribe) => unsubscribe(),
          () => undefined,
        )
      }
    },
    publish(state) {
      bus.publishToOthers(topicOf(state.id), () => `${state.version}\n${JSON.stringify(withLastAnswers(state))}`)
    },
  }
}

/** Without the answers to earlier questions, which never change again: they would be most of the bytes. */
function withLastAnswers(state: GameState): GameState {
  return { ...state, answers: state.answers.slice(-1) }
}

/** Null for a message in another format: during an upgrade a process of another version may be on the bus. */
function readMessage(text: string): ReceivedState | null {
  const headEnd = text.indexOf('\n')
  const version = Number(text.slice(0, headEnd))
  if (headEnd <= 0 || !Number.isInteger(version)) return null
  return { version, after: (held) => stateAfter(held, text.slice(headEnd + 1)) }
}

function stateAfter(held: GameState, json: string): GameState | null {
  let state: GameState
  try {
    state = JSON.parse(json) as GameState
  } catch {
    return null
  }
  const past = pastAnswers(held, state)
  return past && { ...state, answers: [...past, ...state.answers] }
}

/** The answers to all questions but the current one; null if the held state lacks some of them in their final form. */
function pastAnswers(held: GameState, { askedCount }: GameState): GameState['answers'] | null {
  if (held.askedCount === askedCount) return held.answers.slice(0, -1)
  return held.askedCount + 1 === askedCount && (held.isClosed || held.askedCount === 0) ? held.answers : null
}
