import { useEffect } from 'react'
import {
  answerConsent,
  type ConsentAnswer,
  consentKinds,
  type ConsentKind,
  useConsents,
} from '../../platform/consent.ts'
import type { SiteConfig } from '../../platform/site-config.ts'
import { announce } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { clsx } from 'clsx/lite'
import styles from './consent.module.css'
import { CONSENT_STRINGS, consentTexts } from './strings.ts'

type Props = {
  config: SiteConfig
  /** Over the landing page's picture, or above the home screen's bottom bar; never over a main button. */
  place: 'landing' | 'home'
}

/**
 * Asks once for consent, and again only for what the site has enabled since. Not a dialog: it takes no focus and blocks
 * nothing. Both answers look alike.
 */
export function ConsentCard({ config, place }: Props) {
  const consents = useConsents()
  const open = consentKinds(config).filter((kind) => consents[kind] === null)
  const isAsking = open.length > 0
  const { question } = consentTexts(open)
  useEffect(() => {
    if (!isAsking) return undefined
    announce(`${CONSENT_STRINGS.title}. ${question}`)
    const root = document.documentElement
    // Adds space at the end of the page, so that all of it can be scrolled clear of the card.
    if (place === 'home') root.dataset['consentCard'] = ''
    return () => {
      delete root.dataset['consentCard']
    }
  }, [isAsking, question, place])
  if (!isAsking) return null
  return (
    <section className={clsx(styles.card, styles[place])} aria-label={CONSENT_STRINGS.title}>
      <p>{question}</p>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => choose(open, 'denied')}>
          {CONSENT_STRINGS.refuse}
        </Button>
        <Button size="small" onClick={() => choose(open, 'granted')}>
          {CONSENT_STRINGS.allow}
        </Button>
      </div>
    </section>
  )
}

/** The card disappears with the choice, so the focus moves to the page. */
function choose(kinds: readonly ConsentKind[], answer: ConsentAnswer): void {
  answerConsent(kinds, answer)
  document.getElementById('content')?.focus({ preventScroll: true })
}
