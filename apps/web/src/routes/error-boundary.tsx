import { Component, type ErrorInfo, type ReactNode } from 'react'
import { serverUrl } from '../platform/api-origin.ts'
import { reportError } from '../platform/error-reports/error-reports.ts'
import { Button, buttonClass } from '../ui/controls/button.tsx'
import { brandLink, BrandName, Header, Strip } from '../ui/layout/header.tsx'
import { AppFrame, Page } from '../ui/layout/page.tsx'
import { StateScreen } from '../ui/feedback/state-screen.tsx'
import { strings } from './strings.ts'

type Props = {
  children: ReactNode
  /** Replaces the failed part; the error screen by default. */
  fallback?: ReactNode
}

/** Catches and reports errors that no screen has caught, and shows the fallback instead. */
export class ErrorBoundary extends Component<Props, { error: unknown; hasFailed: boolean }> {
  override state = { error: undefined as unknown, hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportError({ error, ...(componentStack ? { componentStack } : {}) })
  }

  override render() {
    const { children, fallback = <ErrorScreen error={this.state.error} /> } = this.props
    return this.state.hasFailed ? fallback : children
  }
}

/**
 * "Unexpected Application Error!" with the status and its text, or the message (product 8). Uses neither a store nor
 * the router, because they may be broken; its links reload the app.
 */
function ErrorScreen({ error }: { error: unknown }) {
  const actions = (
    <>
      <Button variant="primary" onClick={() => void reloadApp()}>
        {strings.tryAgain}
      </Button>
      <a className={buttonClass({ variant: 'ghost' })} href="/">
        {strings.home}
      </a>
    </>
  )
  return (
    <AppFrame>
      <Strip />
      <Header>
        <a className={brandLink} href="/">
          <BrandName />
        </a>
      </Header>
      <Page layout="center">
        <StateScreen picture="error" title={strings.appError} note={describe(error)} action={actions} />
      </Page>
    </AppFrame>
  )
}

/** Reloads only if the server answers: otherwise the browser would show its own error page. */
async function reloadApp(): Promise<void> {
  const isBack = await fetch(serverUrl('/healthz'), { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (isBack) window.location.reload()
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0
  return status > 0 ? `${status} ${error.message}` : error.message
}
