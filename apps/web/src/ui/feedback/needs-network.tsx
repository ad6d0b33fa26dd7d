import { Page } from '../layout/page.tsx'
import { StateScreen } from './state-screen.tsx'

/** In place of a screen that can't be shown without a network, until it is back. */
export function NeedsNetwork() {
  return (
    <Page layout="center">
      <StateScreen picture="error" title="Needs the network" note="It opens by itself when you are back online." />
    </Page>
  )
}
