import { clsx } from 'clsx/lite'
import type { ReactNode } from 'react'
import { useConnectionTrouble } from '../../../platform/connection.ts'
import { Logo } from '../../../ui/graphics/logo.tsx'
import { WAYMARKS, type WaymarkShape } from '../../../ui/graphics/waymark-shapes.ts'
import { Waymark } from '../../../ui/graphics/waymark.tsx'
import styles from './stage-frame.module.css'
import { STAGE_STRINGS } from './strings.ts'

type Props = {
  /** Beside the product's name. */
  title?: ReactNode
  /** At the end of the header. */
  end?: ReactNode
  /** Between the header and the content. */
  bar?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** The frame of every stage screen. All sizes are relative to the height, so it looks the same on every display. */
export function StageFrame({ title, end, bar, footer, children }: Props) {
  const trouble = useConnectionTrouble()
  return (
    <div className={styles.frame}>
      <StageStrip />
      <header className={styles.header}>
        <span className={styles.brand}>
          <Logo size="5.6vh" />
          {STAGE_STRINGS.product}
        </span>
        {title !== undefined && <span className={styles.divider} />}
        {title}
        <span className={styles.grow} />
        {trouble === null ? end : <StagePill>{STAGE_STRINGS.reconnecting}</StagePill>}
      </header>
      {bar}
      <main className={styles.main}>{children}</main>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </div>
  )
}

/** The strip in the four colours. */
export function StageStrip() {
  return (
    <div className={styles.strip} aria-hidden="true">
      {WAYMARKS.map((shape) => (
        <i key={shape} className={styles[shape]} />
      ))}
    </div>
  )
}

export function StagePill({ children }: { children: ReactNode }) {
  return <span className={styles.pill}>{children}</span>
}

type MarkProps = { shape: WaymarkShape; className?: string | undefined }

/** A waymark on a tile of its colour, `--size` wide and high. */
export function StageMark({ shape, className }: MarkProps) {
  return (
    <span className={clsx(styles.mark, styles[shape], className)} aria-hidden="true">
      <Waymark shape={shape} />
    </span>
  )
}
