import { AppRoutes } from './router.tsx'
import { ErrorBoundary } from './routes/error-boundary.tsx'
import { LiveRegions } from './ui/live-regions.tsx'
import { Toaster } from './ui/toaster.tsx'

/** Everything inside the router: the same in the browser and where the landing is drawn at build. */
export function App() {
  return (
    <>
      {/* First, because lines for ears only would make a full page a pixel too high. */}
      <LiveRegions />
      <ErrorBoundary>
        <AppRoutes />
      </ErrorBoundary>
      <Toaster />
    </>
  )
}
