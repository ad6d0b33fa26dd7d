import type { AdItem } from '@quizmaster/contract/http/ads'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { announce } from '../../ui/feedback/announce.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { clsx } from 'clsx/lite'
import { Line } from '../../ui/graphics/line-icon.tsx'
import { CrossIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { useModalDialog } from '../../ui/sheet/use-modal-dialog.ts'
import { waymarkAt } from '../../ui/graphics/waymark-shapes.ts'
import { WaymarkBullet } from '../../ui/graphics/waymark.tsx'
import styles from './ad-screen.module.css'
import { AD_STRINGS } from './strings.ts'

const COUNTDOWN_S = 5
/** Presses are ignored for this long, because they were meant for what the ad has covered. */
const IGNORE_PRESSES_MS = 600

type Props = { ad: AdItem; onClose: () => void }

/** One ad that covers everything. After 5 s the countdown becomes the close button; the ad never closes by itself. */
export function AdScreen({ ad, onClose }: Props) {
  const panel = useRef<HTMLDialogElement>(null)
  const pill = useRef<HTMLButtonElement>(null)
  const secondsLeft = useCountdown()
  const isClosable = secondsLeft === 0
  const ignoreEarlyPress = useDeafStart()
  useModalDialog({
    panel,
    isOpen: true,
    hidesApp: true,
    onEscape: () => isClosable && onClose(),
    firstFocus: () => pill.current,
    // The pressed button is gone and the next question is shown.
    lastFocus: () => document.querySelector<HTMLElement>('main h1'),
  })
  useEffect(() => {
    if (isClosable) announce(AD_STRINGS.close)
  }, [isClosable])

  return createPortal(
    <dialog
      open
      ref={panel}
      className={styles.ad}
      aria-label={`${AD_STRINGS.ad}: ${ad.title}`}
      onClickCapture={ignoreEarlyPress}
    >
      <div className={styles.bar}>
        <span className={styles.tag}>{AD_STRINGS.ad}</span>
        <button
          ref={pill}
          type="button"
          className={clsx(buttonClass({ size: 'small' }), styles.pill)}
          aria-disabled={!isClosable || undefined}
          onClick={isClosable ? onClose : undefined}
        >
          {isClosable && <CrossIcon weight={2.6} />}
          {isClosable ? AD_STRINGS.close : AD_STRINGS.cancelIn(secondsLeft)}
        </button>
      </div>
      <Promotion ad={ad} onBroken={onClose} />
    </dialog>,
    document.body,
  )
}

/** The advertised book: cover, title, texts and link. */
function Promotion({ ad, onBroken }: { ad: AdItem; onBroken: () => void }) {
  return (
    <div className={styles.book}>
      <img className={styles.cover} src={ad.image} alt="" width={200} height={300} onError={onBroken} />
      <div className={styles.words}>
        <h2 className={styles.title}>{ad.title}</h2>
        {ad.subtitle !== '' && <p className={styles.subtitle}>{ad.subtitle}</p>}
        <ul className={styles.texts}>
          {ad.texts.map((text, index) => (
            <li key={text}>
              <WaymarkBullet shape={waymarkAt(index)} />
              {text}
            </li>
          ))}
        </ul>
        <a
          className={buttonClass({ variant: 'dark', block: true })}
          href={ad.link}
          target="_blank"
          rel="noopener noreferrer"
        >
          {AD_STRINGS.seeTheBook}
          <span className="sr">, {AD_STRINGS.newTab}</span>
          <OpenOutIcon />
        </a>
      </div>
    </div>
  )
}

/** Whole seconds left, 5 to 0. */
function useCountdown(): number {
  const [secondsLeft, setSecondsLeft] = useState(COUNTDOWN_S)
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return secondsLeft
}

function useDeafStart(): (event: MouseEvent) => void {
  const openedAtMs = useRef(Infinity)
  useEffect(() => {
    openedAtMs.current = Date.now()
  }, [])
  return (event) => {
    if (Date.now() - openedAtMs.current >= IGNORE_PRESSES_MS) return
    event.preventDefault()
    event.stopPropagation()
  }
}

function OpenOutIcon() {
  return <Line weight={2.4} d="M13.5 5h5.5v5.5M19 5l-8.5 8.5M17 14v4.5H5.5V7H10" />
}
