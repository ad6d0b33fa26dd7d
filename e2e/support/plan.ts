import type { QuizServer } from './quiz-server.ts'

/** Buys a plan through the sandbox checkout, with the request that its button sends. */
export async function buyLegend(quiz: QuizServer, token: string, priceId = 'monthly'): Promise<void> {
  const { url } = await quiz.post('user/api/payments/create_checkout_session', { price_id: priceId }, token)
  const response = await fetch(`${String(url)}/pay`, { method: 'POST', redirect: 'manual' })
  if (response.status !== 303) throw new Error(`the sandbox checkout answered ${response.status}`)
}

/** Whether the server says that the user is premium. */
export async function isPremium(quiz: QuizServer, token: string): Promise<unknown> {
  const { data } = await quiz.post('user/api/auth/current_user', {}, token)
  return (data as { is_premium: unknown }).is_premium
}
