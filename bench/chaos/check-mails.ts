import type { Seen, Violation } from './seen.ts'

/** Every code that was acknowledged as sent arrives. */
export function checkMails({ calls, entries }: Seen): Violation[] {
  const mailed = new Set(entries.flatMap((entry) => (entry.type === 'mailed' ? [entry.email] : [])))
  return calls.flatMap(({ request, isAcknowledged }) => {
    if (request.name !== 'request_code' || !isAcknowledged || mailed.has(request.email)) return []
    return [{ rule: 'mail_lost', text: `the code for ${request.email} never came` }]
  })
}
