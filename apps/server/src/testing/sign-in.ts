import type { TestApp } from './build-app.ts'

/** The code in the latest mail to an address. Waits until the mail has been sent. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  for (let turn = 0; turn < 4000; turn += 1) {
    const mail = app.mailer.sent.findLast(({ to }) => to.toLowerCase() === email.toLowerCase())
    if (mail) return /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`no mail to ${email}`)
}

/** Signs in like a person, with a code by mail, and returns the bearer token. */
export async function signIn(app: TestApp, email: string): Promise<string> {
  await app.call('POST', 'user/api/request_code', { body: { email } })
  const code = await mailedCode(app, email)
  const { body } = await app.call('POST', 'user/api/verify_code', { body: { email, code } })
  app.mailer.sent.length = 0
  return body.token
}
