import { countBy, type Seen, type Violation } from './seen.ts'

/** Players who paid have the plan and were charged once for each purchase; nobody has a plan without paying. */
export function checkPayments({ entries, calls, stored }: Seen): Violation[] {
  const key = ({ player, plan }: { player: string; plan: string }) => `${player} ${plan}`
  const paid = countBy(
    entries.filter((entry) => entry.type === 'paid'),
    key,
  )
  const plans = countBy(stored?.plans ?? [], key)
  const wanted = new Set(
    calls.flatMap(({ player, request }) =>
      request.name === 'start_checkout' && player ? [key({ player, plan: request.price })] : [],
    ),
  )
  const found: Violation[] = []
  for (const [purchase, count] of paid) {
    if (count > 1) found.push({ rule: 'payment_taken_twice', text: `${purchase} was paid ${count} times` })
    if (!wanted.has(purchase))
      found.push({ rule: 'payment_not_wanted', text: `${purchase} was paid without a checkout` })
    if (!plans.has(purchase)) found.push({ rule: 'payment_lost', text: `${purchase} was paid and is not there` })
  }
  for (const [purchase, count] of plans) {
    if (count > 1) found.push({ rule: 'plan_duplicated', text: `${purchase} is there ${count} times` })
    if (!paid.has(purchase)) found.push({ rule: 'plan_not_paid', text: `${purchase} is there without a payment` })
  }
  return found
}
