import { Fragment, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { needsConsent, useSiteConfig, type SiteConfig } from './platform/site-config.ts'
import { AppRoutes } from './router.tsx'
import { ErrorBoundary } from './routes/error-boundary.tsx'
import { LiveRegions } from './ui/feedback/announce.tsx'
import { Toaster } from './ui/feedback/toaster.tsx'

/** The game works without it, so a missing chunk is ignored. */
const SiteExtras = lazy(async (): Promise<{ default: ComponentType<{ config: SiteConfig }> }> => {
  try {
    const module = await import('./routes/site-extras.tsx')
    return { default: module.SiteExtras }
  } catch {
    return { default: () => null }
  }
})

/** What a native app adds around all screens; the builds for browsers have none of it. */
const Frame: ComponentType<{ children: ReactNode }> = import.meta.env.VITE_API_ORIGIN
  ? lazy(async () => ({ default: (await import('./routes/native-frame.tsx')).NativeFrame }))
  : Fragment

/** Everything inside the router, both in the browser and in the prerendered pages. */
export function App() {
  return (
    <>
      {/* First, because after a full page, lines for screen readers would make it a pixel too high. */}
      <LiveRegions />
      {/* An open sheet makes this inert (ui/sheet/open-panels.ts). */}
      <div data-app>
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Frame>
              <AppRoutes />
            </Frame>
          </Suspense>
        </ErrorBoundary>
        <ErrorBoundary fallback={null}>
          <Extras />
        </ErrorBoundary>
      </div>
      <Toaster />
    </>
  )
}

/** Loaded only if the site has enabled something that needs consent. */
function Extras() {
  const config = useSiteConfig()
  if (config === null || !needsConsent(config)) return null
  return (
    <Suspense fallback={null}>
      <SiteExtras config={config} />
    </Suspense>
  )
}
