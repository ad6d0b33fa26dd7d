import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLineTrouble } from '../platform/connection.ts'
import { brandLink, BrandName, Header } from '../ui/layout/header.tsx'
import { AppFrame } from '../ui/layout/page.tsx'
import { StatusPill } from '../ui/feedback/status-pill.tsx'
import { Strip } from '../ui/layout/strip.tsx'

type Props = {
  /** Where the product name leads: the dashboard, or /base when signed out (product 2). */
  homePath: string
  children: ReactNode
  /** On the right of the header. */
  end?: ReactNode
  /** At the bottom. */
  bar?: ReactNode
}

/** The frame around a screen: strip, header with the way home and what is wrong with the connection, the screen, a bar. */
export function Shell({ homePath, children, end, bar }: Props) {
  const trouble = useLineTrouble()
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
