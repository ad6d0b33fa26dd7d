const HEAD = /"game":\{"id":"(\d+)".*"version":(\d+),"server_time":\d+,"phase_ends_at":[^,}]+\},"reason":"(\w+)"\}\]$/s

/**
 * Reads what players are told, each update of a game once: those of a room hear the same game, and to parse it for each
 * of them would cost more than the server's telling.
 *
 * @returns {(text: string) => null | {key: string, reason: string, game: object}} null for what is of no interest here
 */
export function createFollower() {
  const gamesByKey = new Map()
  return (text) => {
    const [, id, version, reason] = HEAD.exec(text) ?? []
    if (id === undefined || reason === 'answer_committed') return null
    const key = `${id} ${version}`
    const game = gamesByKey.get(key) ?? JSON.parse(text)[4].game
    gamesByKey.set(key, game)
    return { key, reason, game }
  }
}
