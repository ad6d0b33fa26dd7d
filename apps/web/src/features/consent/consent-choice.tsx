import { answerConsent, consentKinds, useConsents } from '../../platform/consent.ts'
import { useSiteConfig } from '../../platform/site-config.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import styles from './consent.module.css'
import { CONSENT_STRINGS, consentTexts } from './strings.ts'

type Props = {
  /** Heading level. */
  level: 2 | 3
}

/** A switch to change the choice at any time. Renders nothing if the site needs no consent. */
export function ConsentChoice({ level }: Props) {
  const config = useSiteConfig()
  const consents = useConsents()
  const kinds = config ? consentKinds(config) : []
  if (kinds.length === 0) return null
  const Heading = `h${level}` as const
  const { label, note } = consentTexts(kinds)
  return (
    <section>
      <Heading className={level === 3 ? styles.heading : undefined}>{CONSENT_STRINGS.title}</Heading>
      <Switch
        label={label}
        note={note}
        isOn={kinds.every((kind) => consents[kind] === 'granted')}
        onChange={(isOn) => answerConsent(kinds, isOn ? 'granted' : 'denied')}
      />
    </section>
  )
}
