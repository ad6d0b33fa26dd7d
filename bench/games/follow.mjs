const HEAD_BYTES = 160
const TAIL_BYTES = 40
const ID = /"game":\{"id":"(\d+)"/
const VERSION = /"version":(\d+),"server_time":/
const REASON = /"reason":"(\w+)"\}\]$/

/**
 * Reads the updates that players receive, and parses each only once per game: parsing it for every player would cost more
 * than sending it costs the server. Keeps only the latest update of a game, so that garbage collection on the players'
 * side does not distort the server's figures.
 *
 * @returns {(frame: Buffer) => null | {key: string, reason: string, game: object}} null for other messages
 */
export function createFollower() {
  const latest = new Map()
  return (frame) => {
    const [, reason] = REASON.exec(frame.toString('utf8', frame.length - TAIL_BYTES)) ?? []
    if (reason === undefined || reason === 'answer_committed') return null
    const versionAt = frame.lastIndexOf('"version":')
    const [, version] = VERSION.exec(frame.toString('utf8', versionAt, versionAt + TAIL_BYTES)) ?? []
    if (version === undefined) return null
    const [, id] = ID.exec(frame.toString('utf8', 0, HEAD_BYTES)) ?? []
    const key = `${id} ${version}`
    if (latest.get(id)?.key !== key) latest.set(id, { key, reason, game: JSON.parse(frame.toString())[4].game })
    return latest.get(id)
  }
}
