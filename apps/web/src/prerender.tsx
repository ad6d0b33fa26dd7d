import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { usePracticeState } from './features/practice/practice-stores.ts'
import { queryClient } from './platform/query-client.ts'
import { storage } from './platform/storage.ts'
import { loadFirstScreen } from './router.tsx'

/** The landing as HTML. Preload links that React puts before it are left out: the pictures come right after them. */
export async function renderLanding(): Promise<string> {
  await loadFirstScreen('/base/home')
  return withoutPreloads(renderToString(appAt('/base/home')))
}

/** The screen at a path as HTML, as a player or, outside `/app`, a visitor first sees it: before its data is there. */
export async function renderScreen(path: string): Promise<string> {
  if (path === '/base/home') return renderLanding()
  if (path.startsWith('/app')) storage.set('token', 'drawn')
  // Practice with topics chosen. React draws a store's initial state here, not what is stored.
  Object.assign(usePracticeState.getInitialState(), { topics: null })
  await loadFirstScreen(path)
  const html = renderToString(appAt(path))
  storage.remove('token')
  // Otherwise the timers of unused queries would keep the build from ending.
  queryClient.clear()
  // This screen is not hydrated, so it needs no hydration markers.
  return withoutPreloads(html).replace(/<!--.*?-->/g, '')
}

function appAt(path: string) {
  return (
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>
  )
}

function withoutPreloads(html: string): string {
  return html.replace(/^(?:<link rel="preload"[^>]*>)+/, '')
}
