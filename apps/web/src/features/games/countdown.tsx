import { useEffect, useRef } from 'react'
import { useTimeLeft } from '../../platform/server-clock.ts'
import { announce, announceNow } from '../../ui/feedback/announce.tsx'
import { Waymark } from '../../ui/graphics/waymark.tsx'
import { isPanelOpen } from '../../ui/sheet/open-panels.ts'
import { countdownSeconds } from './countdown-seconds.ts'
import styles from './countdown.module.css'
import { useSound } from './game-sounds.ts'
import { RelaxedTime } from './relaxed-time.tsx'
import { GAME_STRINGS } from './strings.ts'

const STEPS = ['peak', 'sun', 'drop'] as const
const RAYS = 20

/**
 * The countdown before the first question, by the server's clock. The title takes the focus, so that it is read out; each
 * number is announced.
 */
export function Countdown({ endsAtMs, isRelaxed }: { endsAtMs: number; isRelaxed: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const count = countdownSeconds(useTimeLeft(endsAtMs))
  useEffect(() => {
    if (!isPanelOpen()) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => announceNow(String(count)), [count])
  useSound('count', count)
  useEffect(() => {
    if (isRelaxed) announce(GAME_STRINGS.relaxedTimeMeans)
  }, [isRelaxed])
  return (
    <div className={styles.screen} data-dusk>
      <h1 ref={heading} tabIndex={-1}>
        {GAME_STRINGS.getReady}
      </h1>
      {isRelaxed && (
        <p className={styles.relaxed}>
          <RelaxedTime />
        </p>
      )}
      <div className={styles.number}>
        <Rays />
        <span className={styles.disc} />
        <b key={count}>{count}</b>
      </div>
      <div className={styles.steps} aria-hidden="true">
        {STEPS.map((shape, index) => (
          <span key={shape} className={index <= STEPS.length - count ? styles.on : undefined}>
            <Waymark shape={shape} />
          </span>
        ))}
      </div>
    </div>
  )
}

function Rays() {
  const wedges = Array.from({ length: RAYS }, (_, index) => {
    const [from, to] = [(index * 2 * Math.PI) / RAYS, ((index + 0.5) * 2 * Math.PI) / RAYS]
    return `M0 0L${point(from)}L${point(to)}z`
  })
  return (
    <svg className={styles.rays} viewBox="-100 -100 200 200" fill="currentColor" aria-hidden="true">
      <path d={wedges.join('')} />
    </svg>
  )
}

const point = (angle: number) => `${(Math.cos(angle) * 140).toFixed(2)} ${(Math.sin(angle) * 140).toFixed(2)}`
