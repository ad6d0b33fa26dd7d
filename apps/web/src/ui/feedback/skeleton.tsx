import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { announce } from './announce.tsx'
import styles from './skeleton.module.css'

type BlockProps = { width: number | string; height: number | string; radius?: number | string }

/** A grey block of exactly the size of the content to come. */
export function Skeleton({ width, height, radius }: BlockProps) {
  const size: CSSProperties = radius === undefined ? { width, height } : { width, height, borderRadius: radius }
  return <span className={styles.block} style={size} />
}

const QUIET_MS = 400

type RegionProps = { children: ReactNode; className?: string; label?: string }

/**
 * A region that waits for its content. It is marked busy at once, but announced only after 400 ms, so that content that
 * arrives quickly is not interrupted.
 */
export function LoadingRegion({ children, className, label = 'Loading' }: RegionProps) {
  useEffect(() => {
    const timer = setTimeout(() => announce(label), QUIET_MS)
    return () => clearTimeout(timer)
  }, [label])
  return (
    <div className={className} aria-busy="true" data-loading>
      {children}
    </div>
  )
}
