import { Button, buttonClass } from '../ui/controls/button.tsx'
import { brandLink, BrandName, Header } from '../ui/layout/header.tsx'
import { AppFrame, Page } from '../ui/layout/page.tsx'
import { StateScreen } from '../ui/feedback/state-screen.tsx'
import { Strip } from '../ui/layout/strip.tsx'
import { strings } from './strings.ts'

/**
 * "Unexpected Application Error!" (product 8): the status and its text, or the message. Stands on nothing that may be
 * broken: no store, no router; its links load the app anew.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const ways = (
    <>
      <Button variant="primary" onClick={() => void loadAgain()}>
        {strings.tryAgain}
      </Button>
      <a className={buttonClass({ variant: 'ghost' })} href="/">
        {strings.home}
      </a>
    </>
  )
  return (
    <AppFrame>
      <Strip />
      <Header>
        <a className={brandLink} href="/">
          <BrandName />
        </a>
      </Header>
      <Page layout="center">
        <StateScreen picture="error" title={strings.appError} note={describe(error)} action={ways} />
      </Page>
    </AppFrame>
  )
}

/** Only once the server answers: until then this page is better than the browser's own. */
async function loadAgain(): Promise<void> {
  const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (isBack) window.location.reload()
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0
  return status > 0 ? `${status} ${error.message}` : error.message
}
