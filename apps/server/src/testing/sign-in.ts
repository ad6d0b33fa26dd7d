import { randomInt } from 'node:crypto'
import type { TestApp } from './build-app.ts'

/** The code in the latest mail to an address, ignoring the first `earlier` mails. Waits until it has been sent. */
export async function mailedCode(app: TestApp, email: string, earlier = 0): Promise<string> {
  for (let turn = 0; turn < 12_000; turn += 1) {
    const codes = app.mailer.sent
      .slice(earlier)
      .filter(({ to }) => to.toLowerCase() === email.toLowerCase())
      .flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
    const code = codes.at(-1)
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`no mail to ${email}`)
}

/**
 * A fresh mailed code for an account, as export and deletion require it. Requested from a random client address, so
 * that no rate limit delays it.
 */
export async function freshCode(app: TestApp, email: string): Promise<string> {
  const address = `10.${randomInt(128, 256)}.${randomInt(256)}.${randomInt(256)}`
  const earlier = app.mailer.sent.length
  const { status } = await app.call('POST', 'user/api/request_code', { body: { email }, address })
  if (status !== 200) throw new Error(`no code for ${email}: ${status}`)
  return mailedCode(app, email, earlier)
}

/** Signs in like a person, with a code by mail, and returns the bearer token. */
export async function signIn(app: TestApp, email: string): Promise<string> {
  await app.call('POST', 'user/api/request_code', { body: { email } })
  const code = await mailedCode(app, email)
  const { body } = await app.call('POST', 'user/api/verify_code', { body: { email, code } })
  app.mailer.sent.length = 0
  return body.token
}
