import type { User } from '@quizmaster/contract/http/user'
import { type Answer, buildApp, dataOf, type TestApp } from '../build-app.ts'
import type { DatabaseKind } from '../database.ts'
import { fakeClock } from '../fake-clock.ts'
import type { StandInEvent } from './ledger.ts'
import { PaymentStandIn } from './stand-in.ts'
import { signIn } from '../sign-in.ts'

const WEBHOOK = '/services/user/api/payments/webhook'
const PROVIDER_ADDRESS = '198.51.100.7'
export const PUBLIC_URL = 'https://quiz.example'

/** The app and a stand-in for the payment provider, on one fake clock. */
export interface CheckoutFixture {
  app: TestApp
  standIn: PaymentStandIn
  /** Delivers events one after another, as the provider would. Returns the response statuses. */
  deliver(events: readonly StandInEvent[], to?: TestApp): Promise<number[]>
  /** Delivers all events since the last call. */
  deliverAll(): Promise<number[]>
  close(): Promise<void>
}

/** Starts both; `env` overrides the settings that point the app at the stand-in. */
export async function openCheckoutFixture(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  providerTimeoutMs = 200_000,
): Promise<CheckoutFixture> {
  const clock = fakeClock()
  const standIn = await PaymentStandIn.start({ now: () => clock.now() })
  const app = await buildApp({ kind, clock, env: { PUBLIC_URL, ...standIn.env, ...env }, providerTimeoutMs })
  let delivered = 0
  const fixture: CheckoutFixture = {
    app,
    standIn,
    async deliver(events, to = app) {
      const statuses: number[] = []
      for (const { body } of events) statuses.push(await post(to, body, standIn.sign(body)))
      return statuses
    },
    async deliverAll() {
      const waiting = standIn.events.slice(delivered)
      delivered = standIn.events.length
      return fixture.deliver(waiting)
    },
    async close() {
      await app.close()
      await standIn.close()
    },
  }
  return fixture
}

/** One delivery with any body and signature header. Returns the status. */
export async function post(app: TestApp, body: string | Buffer, signature?: string): Promise<number> {
  const response = await app.server.inject({
    method: 'POST',
    url: WEBHOOK,
    // Not the players' address, because calls are limited by address.
    remoteAddress: PROVIDER_ADDRESS,
    payload: body,
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
  })
  return response.statusCode
}

/** A signed-in player who can pay. */
export class Buyer {
  private constructor(
    readonly app: TestApp,
    readonly token: string,
    readonly userId: string,
  ) {}

  static async signIn(app: TestApp, email: string): Promise<Buyer> {
    const token = await signIn(app, email)
    const { id } = dataOf<User>(await app.call('POST', 'user/api/auth/current_user', { token }))
    return new Buyer(app, token, id)
  }

  /** The same player through another process. */
  through(app: TestApp): Buyer {
    return new Buyer(app, this.token, this.userId)
  }

  /** The plan that current_user returns. */
  async plan(): Promise<User['plan']> {
    return dataOf<User>(await this.app.call('POST', 'user/api/auth/current_user', { token: this.token })).plan
  }

  checkout(priceId: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { token } = this
    return this.app.call('POST', 'user/api/payments/create_checkout_session', {
      token,
      body: { price_id: priceId },
      headers,
    })
  }

  portal(): Promise<Answer> {
    return this.app.call('POST', 'user/api/payments/create_portal_session', { token: this.token })
  }
}

/** The URL in a payment call's response. */
export function urlOf(answer: Answer): string {
  return (answer.body as unknown as { url: string }).url
}
