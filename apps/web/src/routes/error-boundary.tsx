import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type Props = { children: ReactNode }

/** Catches what no screen has caught and shows the fallback of spec 8 in its place. */
export class ErrorBoundary extends Component<Props, { error: unknown; hasFailed: boolean }> {
  override state = { error: undefined as unknown, hasFailed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}
