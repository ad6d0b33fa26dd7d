import { answerConsent, consentKinds, useConsents } from '../../platform/consent.ts'
import { useSiteConfig } from '../../platform/site-config.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import styles from './consent-choice.module.css'
import { CONSENT_STRINGS } from './strings.ts'
import { whatIsAsked } from './what-is-asked.ts'

type Props = {
  /** How deep its heading stands. */
  level: 2 | 3
}

/** The choice as a switch under its heading, to be changed at any time. Nothing where nothing is asked. */
export function ConsentChoice({ level }: Props) {
  const config = useSiteConfig()
  const consents = useConsents()
  const kinds = config ? consentKinds(config) : []
  if (kinds.length === 0) return null
  const Heading = `h${level}` as const
  const { label, note } = whatIsAsked(kinds)
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
