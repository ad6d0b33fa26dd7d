import type { ServerResponse } from 'node:http'
import type { PaymentLedger } from './ledger.ts'

/** The provider's own pages, with buttons to pay, cancel, or end a subscription. */
export function showPage(ledger: PaymentLedger, method: string, path: string, response: ServerResponse): void {
  const [, page = '', id = '', action] = path.split('/')
  const session = page === 'pay' ? ledger.sessions.get(id) : undefined
  const portal = page === 'portal' ? ledger.portals.get(id) : undefined
  if (method === 'POST' && session && action === 'pay') {
    ledger.pay(id)
    return redirect(response, session.success_url)
  }
  if (method === 'POST' && session && action === 'cancel') return redirect(response, session.cancel_url)
  if (method === 'POST' && portal && action === 'end') {
    const live = [...ledger.subscriptions.values()].filter(({ customer }) => customer === portal.customer)
    for (const { id: subscription, status } of live) {
      if (status !== 'canceled') ledger.setSubscription(subscription, { status: 'canceled' })
    }
    return redirect(response, portal.returnUrl)
  }
  if (method === 'POST' && portal && action === 'back') return redirect(response, portal.returnUrl)
  if (session) return showButtons(response, 'Provider checkout', `/pay/${id}`, { pay: 'Pay', cancel: 'Cancel' })
  if (portal)
    return showButtons(response, 'Provider portal', `/portal/${id}`, { end: 'End subscription', back: 'Back' })
  response.writeHead(404).end()
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location }).end()
}

function showButtons(response: ServerResponse, title: string, path: string, buttons: Record<string, string>): void {
  const forms = Object.entries(buttons).map(
    ([action, label]) => `<form method="post" action="${path}/${action}"><button>${label}</button></form>`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${forms.join('')}</html>`)
}
