const HEAD_BYTES = 160
const TAIL_BYTES = 120
const ID = /"game":\{"id":"(\d+)"/
const VERSION_AND_REASON = /"version":(\d+),"server_time":\d+,"phase_ends_at":\w+\},"reason":"(\w+)"\}\]$/

/**
 * Reads what players are told, each update of a game once: those of a room hear the same game, and to parse it for each
 * of them would cost more than the server's telling. Only the latest of each game is kept, or the players' own pauses to
 * collect garbage would show as the server's.
 *
 * @returns {(frame: Buffer) => null | {key: string, reason: string, game: object}} null for what is of no interest here
 */
export function createFollower() {
  const latest = new Map()
  return (frame) => {
    const [, version, reason] = VERSION_AND_REASON.exec(frame.toString('utf8', frame.length - TAIL_BYTES)) ?? []
    if (version === undefined || reason === 'answer_committed') return null
    const [, id] = ID.exec(frame.toString('utf8', 0, HEAD_BYTES)) ?? []
    const key = `${id} ${version}`
    if (latest.get(id)?.key !== key) latest.set(id, { key, reason, game: JSON.parse(frame.toString())[4].game })
    return latest.get(id)
  }
}
