import type { ReactNode } from 'react'
import { clsx } from 'clsx/lite'
import styles from './page.module.css'

type FrameProps = {
  children: ReactNode
  /** `screen` is exactly as high as the screen, for play screens whose question card alone scrolls. */
  fit?: 'page' | 'screen'
}

/**
 * The app root: strip, header, page and bar, one above the other. It draws back while a panel is open,
 * so sheets, toasts and live regions stand outside it.
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
  /** `stack` sets the parts under each other, 14 px apart; `center` puts them in the middle of the height. */
  layout?: 'flow' | 'stack' | 'center'
  /** `narrow` is one column of at most 720 px. */
  width?: 'wide' | 'narrow'
}

/** The content of a screen, where the skip link leads. */
export function Page({ children, layout = 'stack', width = 'wide' }: PageProps) {
  const looks = [styles.page, layout !== 'flow' && styles[layout], width === 'narrow' && styles.narrow]
  return (
    <main className={clsx(...looks)} id="content" tabIndex={-1}>
      {children}
    </main>
  )
}

type TitleProps = { children: ReactNode; subtitle?: ReactNode }

/** The name of the screen. It can take the focus on a change of screen, so that it is read out. */
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

/** What stays at the bottom while the page scrolls: a dock, if there is one, and the bottom bar. */
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
