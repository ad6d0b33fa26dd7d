import { native } from '../platform/native.ts'
import { Button } from '../ui/controls/button.tsx'
import { StateScreen } from '../ui/feedback/state-screen.tsx'
import { brandLink, BrandName, Header, Strip } from '../ui/layout/header.tsx'
import { AppFrame, Page } from '../ui/layout/page.tsx'

/** † In this file, so that the landing page doesn't load them. */
const STRINGS = {
  title: 'This version is too old',
  updateToPlayOn: 'Please update Quizmaster to play on. Your points, level and results are safe.',
  /** Used if the operator has not configured the app's store page. */
  updateInStore: 'Please update Quizmaster in the store to play on. Your points, level and results are safe.',
  update: 'Update',
}

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
          title={STRINGS.title}
          note={storeUrl === null ? STRINGS.updateInStore : STRINGS.updateToPlayOn}
          action={
            storeUrl !== null && (
              <Button variant="primary" onClick={() => native().openOutside(storeUrl)}>
                {STRINGS.update}
              </Button>
            )
          }
        />
      </Page>
    </AppFrame>
  )
}
