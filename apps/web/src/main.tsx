import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import './styles/base.css'
import './main.css'
import { App } from './app.tsx'
import { loadFirstScreen } from './router.tsx'
import { keepEarlyErrors, startErrorReports } from './platform/error-reports/error-reports.ts'
import { keepInstallOffer } from './platform/keep-install-offer.ts'
import { logDebug } from './platform/log.ts'
import { loadSiteConfig } from './platform/site-config.ts'
import { storage } from './platform/storage.ts'
import { whenIdle, whenUnpressed } from './platform/lazy.ts'

const LANDING_PATHS = ['/', '/base', '/base/', '/base/home']

/** Storing its files must not delay the first screen, the first question or quick answers. */
const SERVICE_WORKER_WAIT_MS = 7_000

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its root')
keepEarlyErrors()
keepInstallOffer()
void start(root)
whenIdle(() => {
  // On a later visit there is nothing to download, and the page should learn of a newer version soon.
  if (hasServiceWorker()) {
    if (navigator.serviceWorker.controller) loadServiceWorker()
    else whenUnpressed(SERVICE_WORKER_WAIT_MS, loadServiceWorker)
  }
  loadSiteConfig()
    .then((site) => startErrorReports(site))
    .catch((err) => logDebug('no_error_reports', { err }))
})

/** Hydrates the landing if it was prerendered and the user is a visitor; otherwise renders from scratch. */
async function start(container: HTMLElement): Promise<void> {
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  )
  const isLanding = LANDING_PATHS.includes(location.pathname) && storage.get('token') === null
  // A missing chunk fails again when it is needed, and that failure is handled.
  const loadScreen = (path: string) =>
    loadFirstScreen(path).catch((err: unknown) => logDebug('first_screen_not_loaded', { err }))
  if (isLanding && container.hasChildNodes()) {
    await loadScreen('/base/home')
    if (location.pathname !== '/base/home') history.replaceState(history.state, '', `/base/home${location.search}`)
    hydrateRoot(container, app)
  } else {
    const { dataset } = document.documentElement
    if (dataset['otherScreen'] !== undefined) container.replaceChildren()
    else await loadScreen(location.pathname)
    // The app's first screen replaces the prerendered one.
    createRoot(container).render(app)
    delete dataset['otherScreen']
  }
}

/** Not in development, which builds no worker, nor in the native apps, which contain all files. */
function hasServiceWorker(): boolean {
  return import.meta.env.PROD && !import.meta.env.VITE_API_ORIGIN && 'serviceWorker' in navigator
}

function loadServiceWorker(): void {
  import('./routes/newer-version.ts')
    .then(({ startServiceWorker }) => startServiceWorker())
    .catch((err) => logDebug('no_service_worker', { err }))
}
