import { chooseConsent, useConsent } from '../../platform/consent.ts'
import { needsConsent, useSiteConfig } from '../../platform/site-config.ts'
import { Switch } from '../../ui/switch.tsx'
import { whatIsAsked } from './what-is-asked.ts'

/** The choice as a switch, to be changed at any time. */
export function ConsentChoice() {
  const config = useSiteConfig()
  const choice = useConsent()
  if (config === null) return null
  const { label, note } = whatIsAsked(config)
  return (
    <Switch
      label={label}
      note={note}
      isOn={choice === 'granted'}
      onChange={(isOn) => chooseConsent(isOn ? 'granted' : 'denied')}
    />
  )
}

/** Whether this site asks at all: where nothing is switched on, there is nothing to choose. */
export function useIsConsentAsked(): boolean {
  const config = useSiteConfig()
  return config !== null && needsConsent(config)
}
