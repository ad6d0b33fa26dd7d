import { native } from '../platform/native.ts'
import { Button } from '../ui/controls/button.tsx'
import { StateScreen } from '../ui/feedback/state-screen.tsx'
import { brandLink, BrandName, Header, Strip } from '../ui/layout/header.tsx'
import { AppFrame, Page } from '../ui/layout/page.tsx'
import { strings } from './strings.ts'

/** Shown instead of every screen once the server no longer supports this version of the app. */
export function AppTooOld({ storeUrl }: { storeUrl: string | null }) {
  return (
    <AppFrame>
      <Strip />
      <Header>
        <span className={brandLink}>
          <BrandName />
        </span>
      </Header>
      <Page layout="center">
        <StateScreen
          picture="empty"
          title={strings.tooOld}
          note={storeUrl === null ? strings.updateInStore : strings.updateToPlayOn}
          action={
            storeUrl !== null && (
              <Button variant="primary" onClick={() => native().openOutside(storeUrl)}>
                {strings.update}
              </Button>
            )
          }
        />
      </Page>
    </AppFrame>
  )
}
