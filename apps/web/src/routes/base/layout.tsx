import { Suspense } from 'react'
import { Outlet, useMatch } from 'react-router'
import { clsx } from 'clsx/lite'
import { Logo } from '../../ui/graphics/logo.tsx'
import styles from './layout.module.css'
import { strings } from './strings.ts'

/**
 * The shell of signed-out screens: a welcome panel beside the child screen in landscape, above it in portrait. On the
 * landing page the panel's text is the heading; other screens have their own heading.
 */
export function BaseLayout() {
  const isLanding = useMatch('/base/home') !== null
  const Name = isLanding ? 'h1' : 'p'
  return (
    <main className={styles.layout} id="content" tabIndex={-1}>
      <section className={clsx(styles.welcome, !isLanding && styles.low)}>
        <picture>
          <source
            media="(max-height: 620px) and (max-width: 639px), (orientation: portrait) and (min-width: 600px), (max-height: 480px)"
            srcSet="/img/hero-wide.svg"
          />
          <img src="/img/hero.svg" alt="" width="1000" height="1000" fetchPriority="high" />
        </picture>
        <Name className={styles.words}>
          <span className={styles.to}>{strings.welcomeTo} </span>
          <span className={styles.name}>
            <Logo tone="light" size="1.02em" />
            {strings.product}
          </span>
        </Name>
      </section>
      <section className={clsx(styles.child, !isLanding && styles.form)}>
        <Suspense fallback={<div className={styles.waiting} />}>
          <Outlet />
        </Suspense>
      </section>
    </main>
  )
}
