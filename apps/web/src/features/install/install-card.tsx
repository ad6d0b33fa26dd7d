import { useInstallOffer } from '../../platform/install-offer.ts'
import { logDebug } from '../../platform/log.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ShareIcon } from '../../ui/graphics/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './install-card.module.css'
import { INSTALL_STRINGS } from './strings.ts'

/** Offers to install the web app if the browser does; on iOS it says how. Renders nothing once the app is installed. */
export function InstallCard() {
  const offer = useInstallOffer()
  if (!offer) return null
  return (
    <Card className={styles.card} aria-label={INSTALL_STRINGS.title}>
      <img src="/img/icon-192.png" alt="" width={44} height={44} />
      <div>
        <h2>{INSTALL_STRINGS.title}</h2>
        {offer.kind === 'ios' ? <HowOnIos /> : <p>{INSTALL_STRINGS.benefit}</p>}
      </div>
      {offer.kind === 'browser' && <InstallButton install={offer.install} />}
    </Card>
  )
}

function InstallButton({ install }: { install: () => Promise<void> }) {
  const { run, isPending } = useAction(install, { onFailure: (err) => logDebug('install_failed', { err }) })
  return (
    <Button size="small" isPending={isPending} onClick={() => run()}>
      {INSTALL_STRINGS.install}
    </Button>
  )
}

function HowOnIos() {
  return (
    <p>
      {INSTALL_STRINGS.iosBefore} <ShareIcon /> {INSTALL_STRINGS.iosShare}
      {INSTALL_STRINGS.iosAfter}
    </p>
  )
}
