import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'

/** The landing as HTML. Preload links that React puts before it are left out: the pictures come right after them. */
export function renderLanding(): string {
  const html = renderToString(
    <StrictMode>
      <StaticRouter location="/base/home">
        <App />
      </StaticRouter>
    </StrictMode>,
  )
  return html.replace(/^(?:<link rel="preload"[^>]*>)+/, '')
}
