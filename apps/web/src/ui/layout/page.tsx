import type { ReactNode } from 'react'
import { clsx } from 'clsx/lite'
import styles from './page.module.css'

type FrameProps = {
  children: ReactNode
  /** `screen` is exactly as high as the screen, for screens with a scrolling part of their own. */
  fit?: 'page' | 'screen'
}

/**
 * The app root: strip, header, page and bar. It is scaled down while a panel is open, so sheets, toasts and live
 * regions are outside it.
 */
export function AppFrame({ children, fit = 'page' }: FrameProps) {
  return (
    <div className={clsx(styles.frame, fit === 'screen' && styles.screen)}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {children}
    </div>
  )
}

type PageProps = {
  children: ReactNode
  /** `stack` is a column with gaps of 14 px; `center` centres the content vertically. */
  layout?: 'flow' | 'stack' | 'center'
  /** `narrow` is one column of at most 720 px. */
  width?: 'wide' | 'narrow'
}

/** The content of a screen, and the target of the skip link. */
export function Page({ children, layout = 'stack', width = 'wide' }: PageProps) {
  const looks = [styles.page, layout !== 'flow' && styles[layout], width === 'narrow' && styles.narrow]
  return (
    <main className={clsx(...looks)} id="content" tabIndex={-1}>
      {children}
    </main>
  )
}

type TitleProps = { children: ReactNode; subtitle?: ReactNode }

/** The heading of a screen, focusable so that it is read out on a change of screen. */
export function PageTitle({ children, subtitle }: TitleProps) {
  return (
    <div className={styles.heading}>
      <h1 className={styles.title} tabIndex={-1}>
        {children}
      </h1>
      {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
    </div>
  )
}

/** An optional dock and the bottom bar, which stick to the bottom while the page scrolls. */
export function PageFoot({ dock, children }: { dock?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.foot}>
      {dock !== undefined && (
        <div className={styles.dock}>
          <div>{dock}</div>
        </div>
      )}
      {children}
    </div>
  )
}
