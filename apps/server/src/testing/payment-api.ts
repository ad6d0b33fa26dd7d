import type { Form } from './payment-form.ts'
import type { PaymentLedger } from './payment-ledger.ts'
import { found, type ProviderObject } from './payment-objects.ts'

export interface ApiAnswer {
  status: number
  body: unknown
}

export const FAILURE = { status: 500, body: { error: { type: 'api_error', message: 'The stand-in was told to fail' } } }
export const REFUSAL = {
  status: 400,
  body: { error: { type: 'invalid_request_error', message: 'The stand-in was told to' } },
}

/** What the provider's API answers to a call. `pagesUrl` is where its own pages are. */
export function answerCall(ledger: PaymentLedger, pagesUrl: string, method: string, url: URL, form: Form): ApiAnswer {
  const [, , ...parts] = url.pathname.split('/')
  const call = `${method} ${parts.map((part) => (/^[a-z]+_[0-9a-f]{16}/.test(part) ? ':id' : part)).join('/')}`
  const id = parts.find((part) => /^[a-z]+_[0-9a-f]{16}/.test(part)) ?? ''
  try {
    const body = route(ledger, pagesUrl, call, id, url.searchParams, form)
    if (body !== undefined) return { status: 200, body }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `no such call: ${call}` } } }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing', message } } }
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
  switch (call) {
    case 'POST customers':
      return ledger.addCustomer(form)
    case 'POST customers/:id':
      return Object.assign(found(ledger.customers.get(id), id), form)
    case 'POST checkout/sessions':
      return ledger.addSession(form, pagesUrl)
    case 'POST checkout/sessions/:id/expire':
      ledger.expire(id)
      return ledger.session(id)
    case 'GET checkout/sessions':
      return list(ledger.sessions, ofKnown(ledger, query), ['customer', 'status'])
    case 'GET subscriptions':
      return list(ledger.subscriptions, ofKnown(ledger, query), ['customer', 'status'])
    case 'DELETE subscriptions/:id':
      if (ledger.subscription(id).status === 'canceled') throw new Error(`No such subscription: ${id}`)
      ledger.setSubscription(id, { status: 'canceled' })
      return ledger.subscription(id)
    case 'GET invoices':
      return list(ledger.invoices, query, ['subscription', 'status'])
    case 'GET charges/:id':
      return found(ledger.charges.get(id), id)
    case 'GET disputes':
      return list(ledger.disputes, query, ['charge'])
    case 'POST billing_portal/sessions':
      return ledger.addPortal(form, pagesUrl)
    default:
      return undefined
  }
}

/** @throws when the customer asked about is gone, as the API does */
function ofKnown(ledger: PaymentLedger, query: URLSearchParams): URLSearchParams {
  const customer = query.get('customer')
  if (customer !== null) found(ledger.customers.get(customer), customer)
  return query
}

/** A page of the API's lists, the newest first, by the fields that may be asked for. */
function list(from: ReadonlyMap<string, ProviderObject>, query: URLSearchParams, fields: readonly string[]) {
  const asked = fields.flatMap((field) => {
    const value = query.get(field)
    return value === null || value === 'all' ? [] : [[field, value] as const]
  })
  const data = [...from.values()].filter((object) => asked.every(([field, value]) => object[field] === value))
  return { object: 'list', has_more: false, data: data.toReversed() }
}
