import { Page } from '../layout/page.tsx'
import { StateScreen } from './state-screen.tsx'

/** Replaces a screen that needs the network, until it is back. */
export function NeedsNetwork() {
  return (
    <Page layout="center">
      <StateScreen picture="error" title="Needs the network" note="It opens by itself when you are back online." />
    </Page>
  )
}
