import type { ReactNode } from 'react'
import { useConnectionTrouble } from '../platform/connection.ts'
import { Link } from '../ui/controls/link.tsx'
import { brandLink, BrandName, Header, Strip } from '../ui/layout/header.tsx'
import { AppFrame } from '../ui/layout/page.tsx'
import { StatusPill } from '../ui/feedback/status-pill.tsx'

type Props = {
  /** The target of the home link: the dashboard, or /base when signed out (product 2). */
  homePath: string
  children: ReactNode
  /** On the right of the header. */
  end?: ReactNode
  /** At the bottom. */
  bar?: ReactNode
}

/** The frame of a screen: strip, header with home link and connection status, the screen, an optional bottom bar. */
export function Shell({ homePath, children, end, bar }: Props) {
  const trouble = useConnectionTrouble()
  return (
    <AppFrame>
      <Strip />
      <Header end={end} pill={trouble && <StatusPill trouble={trouble} />}>
        <Link className={brandLink} to={homePath}>
          <BrandName />
        </Link>
      </Header>
      {children}
      {bar}
    </AppFrame>
  )
}
