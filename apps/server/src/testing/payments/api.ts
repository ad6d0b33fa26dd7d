import { type Form, text } from './form.ts'
import type { PaymentLedger } from './ledger.ts'
import { found, NotFoundError, priceWithId, type ProviderObject, whole } from './objects.ts'

export interface ApiAnswer {
  status: number
  body: unknown
}

export const FAILURE = { status: 500, body: { error: { type: 'api_error', message: 'The stand-in was set to fail' } } }

/** The API's error response. */
export function refusal(error: Error): ApiAnswer {
  const { message } = error
  const type = 'invalid_request_error'
  if (!(error instanceof NotFoundError)) return { status: 400, body: { error: { type, message } } }
  const { param } = error
  return { status: param === 'id' ? 404 : 400, body: { error: { type, code: 'resource_missing', message, param } } }
}

/** The API's response to a call. `pagesUrl` is the base URL of the provider's own pages. */
export function answerCall(ledger: PaymentLedger, pagesUrl: string, method: string, url: URL, form: Form): ApiAnswer {
  const [, , ...parts] = url.pathname.split('/')
  const call = `${method} ${parts.map((part) => (/^[a-z]+_[0-9a-f]{16}/.test(part) ? ':id' : part)).join('/')}`
  const id = parts.find((part) => /^[a-z]+_[0-9a-f]{16}/.test(part)) ?? ''
  try {
    const body = route(ledger, pagesUrl, call, id, url.searchParams, form)
    if (body !== undefined) return { status: 200, body }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `no such call: ${call}` } } }
  } catch (error) {
    return refusal(error as Error)
  }
}

function route(
  ledger: PaymentLedger,
  pagesUrl: string,
  call: string,
  id: string,
  query: URLSearchParams,
  form: Form,
): unknown {
  if (call.startsWith('GET prices/')) return whole(priceWithId(call.slice('GET prices/'.length)))
  switch (call) {
    case 'POST customers':
      return ledger.addCustomer(form)
    case 'POST customers/:id':
      return Object.assign(found(ledger.customers.get(id), id), form)
    case 'POST checkout/sessions':
      return ledger.addSession(form, pagesUrl)
    case 'GET checkout/sessions/:id':
      return ledger.session(id)
    case 'POST checkout/sessions/:id/expire':
      if (ledger.session(id).status !== 'open') throw new Error('Only an open session can be expired')
      ledger.expire(id)
      return ledger.session(id)
    case 'GET checkout/sessions':
      return list(ledger.sessions, ofKnown(ledger, query), ['customer', 'status'], ({ line_items, ...session }) => ({
        ...session,
        ...(isExpanded(query, 'data.line_items') ? { line_items } : {}),
        payment_intent: isExpanded(query, 'data.payment_intent.latest_charge')
          ? session.payment_intent
          : (session.payment_intent?.id ?? null),
      }))
    case 'GET subscriptions':
      return list(ledger.subscriptions, ofKnown(ledger, query), ['customer', 'status'], (one) => ({
        ...one,
        latest_invoice: isExpanded(query, 'data.latest_invoice.payments')
          ? ledger.invoices.get(one.latest_invoice)
          : one.latest_invoice,
      }))
    case 'DELETE subscriptions/:id':
      if (ledger.subscription(id).status === 'canceled') throw new NotFoundError(id, 'id')
      ledger.setSubscription(id, { status: 'canceled' })
      return ledger.subscription(id)
    case 'GET invoices':
      return list(ledger.invoices, query, ['subscription', 'status'])
    case 'GET payment_intents/:id': {
      const intent = found(ledger.intents.get(id), id)
      return isExpanded(query, 'latest_charge') ? intent : { ...intent, latest_charge: intent.latest_charge.id }
    }
    case 'GET charges/:id':
      return found(ledger.charges.get(id), id)
    case 'GET disputes':
      return list(ledger.disputes, query, ['charge'])
    case 'POST billing_portal/sessions':
      ledger.customer(text(form.customer))
      return ledger.addPortal(form, pagesUrl)
    default:
      return undefined
  }
}

/** Whether a call asked for this path to be expanded instead of returned as an id. */
function isExpanded(query: URLSearchParams, path: string): boolean {
  return [...query].some(([name, value]) => name.startsWith('expand') && value === path)
}

/** @throws NotFoundError for a deleted customer, as the API does */
function ofKnown(ledger: PaymentLedger, query: URLSearchParams): URLSearchParams {
  const customer = query.get('customer')
  if (customer !== null) ledger.customer(customer)
  return query
}

/** A page of an API list, newest first, filtered by the given fields. */
function list<One extends ProviderObject>(
  from: ReadonlyMap<string, One>,
  query: URLSearchParams,
  fields: readonly string[],
  shown: (one: One) => unknown = (one) => one,
) {
  const asked = fields.flatMap((field) => {
    const value = query.get(field)
    return value === null || value === 'all' ? [] : [[field, value] as const]
  })
  const data = [...from.values()].filter((object) => asked.every(([field, value]) => object[field] === value))
  return { object: 'list', has_more: false, data: data.toReversed().map(shown) }
}
