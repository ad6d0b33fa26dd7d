import type { Logger } from '../../infra/log.ts'
import { Refusal } from '../../refusal.ts'
import { PaymentProviderError } from './payment-provider.ts'

export interface AskDeps {
  log: Logger
  /** How long a person is kept waiting for the provider. */
  providerTimeoutMs: number
}

/**
 * Asks the provider on behalf of somebody who waits for it. What comes after the time is not lost: the question goes on.
 * @throws payments_unavailable when it failed or took too long
 */
export async function askProvider<Answer>(deps: AskDeps, question: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    const late = () => reject(new PaymentProviderError('no answer in time', { isAnswer: false }))
    timer = setTimeout(late, deps.providerTimeoutMs)
  })
  try {
    return await Promise.race([question(), tooLate])
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    deps.log.warn({ err: error, msg: 'payment_provider_failed' })
    throw new Refusal('payments_unavailable')
  } finally {
    clearTimeout(timer)
  }
}
