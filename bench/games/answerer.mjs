import { Agent, request } from 'node:http'

/**
 * Sends answers over persistent connections, as a browser does, at a fraction of the cost of `fetch`, because the
 * simulated players share the machine with the server.
 *
 * @returns {(player: {token: string, address: string}, commit: object) => Promise<number>} milliseconds until the
 *   response is complete; rejects unless it is a 200
 */
export function createAnswerer(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  return ({ token, address }, commit) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(commit)
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': address,
      }
      const path = '/services/gameplay/api/game/commit_answer'
      const startedAt = performance.now()
      const call = request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers }, (response) => {
        response.resume()
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedAt)
          else reject(new Error(`commit_answer answered ${response.statusCode}`))
        })
      })
      call.on('error', reject)
      call.end(body)
    })
}
