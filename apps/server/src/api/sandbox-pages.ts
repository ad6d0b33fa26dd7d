import type { PriceId } from '@quizmaster/contract/http/payments'
import type { SandboxCheckout } from '../features/plans/sandbox.ts'

/** The prices of product 3, as the plans page shows them. */
const PRICES: Readonly<Record<PriceId, { name: string; price: string }>> = {
  monthly: { name: 'Monthly', price: '2.99 per month' },
  yearly: { name: 'Yearly', price: '1.99 per month' },
  lifetime: { name: 'Forever', price: '49.99 once' },
}

// No script and no file of its own: the page passes the site's CSP as it stands.
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

/** The till of contract 9; once it has been left it only says so. */
export function checkoutPage(id: string, { plan, status }: SandboxCheckout): string {
  const path = `/sandbox/checkout/${id}`
  return page(
    SANDBOX_TITLE,
    `<h1>${SANDBOX_TITLE}</h1>
    <p>This is a test till: no money moves.</p>
    <dl><dt>Legend, ${escapeHtml(PRICES[plan].name)}</dt><dd>${escapeHtml(PRICES[plan].price)}</dd></dl>
    ${
      status === 'open'
        ? button(`${path}/pay`, 'Pay', 'primary') + button(`${path}/cancel`, 'Cancel')
        : `<p>${status === 'paid' ? 'This checkout is paid.' : 'This checkout has ended without payment.'}</p>${HOME_LINK}`
    }`,
  )
}

/** Where a sandbox subscription ends. */
export function portalPage(id: string, { plan, hasEnded }: { plan: PriceId; hasEnded: boolean }): string {
  const path = `/sandbox/portal/${id}`
  return page(
    'Sandbox subscription',
    `<h1>Sandbox subscription</h1>
    <p>This is a test page: no money moves.</p>
    <dl><dt>Legend, ${escapeHtml(PRICES[plan].name)}</dt><dd>${hasEnded ? 'Ended' : escapeHtml(PRICES[plan].price)}</dd></dl>
    ${hasEnded ? '' : button(`${path}/end`, 'End subscription', 'primary')}${button(`${path}/back`, 'Back')}`,
  )
}

/** For an id that nobody was given. */
export function missingPage(): string {
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
