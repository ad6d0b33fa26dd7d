import type { PriceId } from '@quizmaster/contract/http/payments'
import { PRICE_LIST } from '@quizmaster/contract/price-list'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RETURN_PATHS } from '../features/plans/checkout.ts'
import {
  endSandboxCheckout,
  endSandboxSubscription,
  findSandboxCheckout,
  findSandboxSubscription,
  type SandboxCheckout,
  type SandboxDeps,
} from '../features/plans/sandbox.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The pages of the sandbox checkout (contract 9), where the settings allow it. */
export async function sandboxRoutes(server: FastifyInstance, deps: SandboxDeps): Promise<void> {
  await server.register(
    async (scope) => {
      // Buttons send an empty form, for which the server has no parser.
      scope.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined)
      scope.get('/checkout/:id', async (request, reply) => {
        const id = idOf(request)
        const checkout = id && (await findSandboxCheckout(deps, id))
        return id && checkout ? sendPage(reply, checkoutPage(id, checkout)) : sendMissing(reply)
      })
      scope.post('/checkout/:id/pay', (request, reply) => endCheckout(deps, request, reply, 'paid'))
      scope.post('/checkout/:id/cancel', (request, reply) => endCheckout(deps, request, reply, 'cancelled'))
      scope.get('/portal/:id', async (request, reply) => {
        const id = idOf(request)
        const subscription = id && (await findSandboxSubscription(deps, id))
        return id && subscription ? sendPage(reply, portalPage(id, subscription)) : sendMissing(reply)
      })
      scope.post('/portal/:id/end', async (request, reply) => {
        const id = idOf(request)
        const isKnown = id !== null && (await endSandboxSubscription(deps, id))
        return isKnown ? reply.redirect(RETURN_PATHS.portal, 303) : sendMissing(reply)
      })
      scope.post('/portal/:id/back', (_request, reply) => reply.redirect(RETURN_PATHS.portal, 303))
    },
    { prefix: '/sandbox' },
  )
}

async function endCheckout(
  deps: SandboxDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  end: 'paid' | 'cancelled',
): Promise<FastifyReply> {
  const id = idOf(request)
  const checkout = id && (await endSandboxCheckout(deps, id, end))
  return checkout ? reply.redirect(pathAfter(checkout), 303) : sendMissing(reply)
}

/**
 * The first outcome counts: paying after cancelling leads to the page for an interrupted payment, and cancelling after
 * paying to the one for a paid checkout.
 */
function pathAfter({ status }: SandboxCheckout): string {
  return status === 'paid' ? RETURN_PATHS.success : RETURN_PATHS.interrupt
}

function idOf(request: FastifyRequest): string | null {
  const { id } = request.params as { id: string }
  return UUID.test(id) ? id : null
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), missingPage())
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
}

// Inline styles only, which the site's CSP allows.
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f2ec, #16181d);
  color: light-dark(#1c1e22, #f1f0ec) }
main { box-sizing: border-box; width: min(100%, 26rem); padding: 2rem 1.5rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
p { margin: 0 0 1rem }
dl { display: flex; justify-content: space-between; gap: 1rem; margin: 0 0 1.5rem; padding: 1rem; border-radius: .75rem;
  background: light-dark(#fff, #23262d) }
dt { font-weight: 600 }
dd { margin: 0 }
form { margin: 0 0 .75rem }
button { box-sizing: border-box; width: 100%; min-height: 3rem; border: 2px solid light-dark(#1d4ed8, #9db8ff);
  border-radius: .75rem; font: inherit; font-weight: 600; background: none; color: light-dark(#1d4ed8, #9db8ff);
  cursor: pointer }
button.primary { background: light-dark(#1d4ed8, #9db8ff); color: light-dark(#fff, #101218) }
button:focus-visible, a:focus-visible { outline: 3px solid light-dark(#1c1e22, #fff); outline-offset: 2px }
a { color: light-dark(#1d4ed8, #9db8ff) }`

const SANDBOX_TITLE = 'Sandbox checkout'
const HOME_LINK = '<p><a href="/app/dashboard">Back to Quizmaster</a></p>'

/** The page to pay on; once the checkout has ended, it only says how. */
function checkoutPage(id: string, { plan, status }: SandboxCheckout): string {
  const path = `/sandbox/checkout/${id}`
  return page(
    SANDBOX_TITLE,
    `<h1>${SANDBOX_TITLE}</h1>
    <p>This is a test checkout: no money moves.</p>
    <dl><dt>Legend, ${escapeHtml(PRICE_LIST[plan].label)}</dt><dd>${escapeHtml(priceText(plan))}</dd></dl>
    ${
      status === 'open'
        ? button(`${path}/pay`, 'Pay', 'primary') + button(`${path}/cancel`, 'Cancel')
        : `<p>${status === 'paid' ? 'This checkout is paid.' : 'This checkout has ended without payment.'}</p>${HOME_LINK}`
    }`,
  )
}

/** The page to end a sandbox subscription. */
function portalPage(id: string, { plan, hasEnded }: { plan: PriceId; hasEnded: boolean }): string {
  const path = `/sandbox/portal/${id}`
  return page(
    'Sandbox subscription',
    `<h1>Sandbox subscription</h1>
    <p>This is a test page: no money moves.</p>
    <dl><dt>Legend, ${escapeHtml(PRICE_LIST[plan].label)}</dt><dd>${hasEnded ? 'Ended' : escapeHtml(priceText(plan))}</dd></dl>
    ${hasEnded ? '' : button(`${path}/end`, 'End subscription', 'primary')}${button(`${path}/back`, 'Back')}`,
  )
}

/** `2.99 per month`. */
function priceText(plan: PriceId): string {
  return `${PRICE_LIST[plan].price} ${PRICE_LIST[plan].per}`
}

/** The page for an unknown id. */
function missingPage(): string {
  return page('Not found', `<h1>Not found</h1><p>There is nothing at this address.</p>${HOME_LINK}`)
}

function button(action: string, label: string, kind = 'plain'): string {
  return `<form method="post" action="${escapeHtml(action)}"><button class="${kind}">${escapeHtml(label)}</button></form>`
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
    ${main}
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
