import { Component, type ErrorInfo, type ReactNode } from 'react'
import { reportError } from '../platform/error-reports.ts'
import { ErrorScreen } from './error-screen.tsx'

type Props = {
  children: ReactNode
  /** What stands in for what has failed, unless it is the whole screen. */
  fallback?: ReactNode
}

/** Catches what no screen has caught, reports it, and shows the fallback of product 8 in its place. */
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
