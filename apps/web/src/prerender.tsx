import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { usePracticeState } from './features/practice/practice-stores.ts'
import { queryClient } from './platform/query-client.ts'
import { storage } from './platform/storage.ts'
import { loadFirstScreen } from './router.tsx'

/** The landing as HTML, without React's preload links: the pictures follow right after them. */
export async function renderLanding(): Promise<string> {
  await loadFirstScreen('/base/home')
  return withoutPreloads(renderToString(appAt('/base/home')))
}

/** The screen at a path as HTML, before its data has arrived: as a player sees it or, outside `/app`, a visitor. */
export async function renderScreen(path: string): Promise<string> {
  if (path === '/base/home') return renderLanding()
  if (path.startsWith('/app')) storage.set('token', 'drawn')
  // Shows practice with topics chosen. On the server React renders a store's initial state, not its stored one.
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
