import { expect } from 'vitest'
import type { TestApp } from './build-app.ts'
import { mailedCode } from './sign-in.ts'

/** The refusal of a code that is wrong, used or expired. */
export const INVALID_CODE = { status: 422, body: { errors: { code: ['Code is invalid or has expired'] } } }

/** Requests and attempts for one e-mail address, each from a client address of the caller's choice. */
export function codeCalls(app: TestApp, email: string) {
  const request = (address: string, more: object = {}) =>
    app.call('POST', 'user/api/request_code', { body: { email, ...more }, address })
  const verify = (code: string, address: string, more: object = {}) =>
    app.call('POST', 'user/api/verify_code', { body: { email, code, ...more }, address })
  /** Requests a code and returns it. */
  const requested = async (address: string, more: object = {}) => {
    app.mailer.sent.length = 0
    expect((await request(address, more)).status).toBe(200)
    return mailedCode(app, email)
  }
  /** Signs the owner in, so that their address and device are known. */
  const signIn = async (address: string) => {
    const { status, body } = await verify(await requested(address), address)
    expect(status).toBe(200)
    return body as unknown as { token: string; device_token: string }
  }
  return { request, verify, requested, signIn }
}
