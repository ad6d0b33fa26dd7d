import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import '../src/styles/base.css'
import { BackLink } from '../src/ui/layout/back-link.tsx'
import { BottomBar } from '../src/ui/layout/bottom-bar.tsx'
import { Button } from '../src/ui/controls/button.tsx'
import { ToggleChip } from '../src/ui/controls/chip.tsx'
import { Link } from '../src/ui/controls/link.tsx'
import { BrandName, Header, brandLink, Strip } from '../src/ui/layout/header.tsx'
import { HomeIcon, UserIcon } from '../src/ui/graphics/icons.tsx'
import { LevelBar } from '../src/features/progress/level-bar.tsx'
import { LiveRegions } from '../src/ui/feedback/announce.tsx'
import { AppFrame, Page, PageFoot, PageTitle } from '../src/ui/layout/page.tsx'
import { Sheet } from '../src/ui/sheet/sheet.tsx'
import { StatusPill } from '../src/ui/feedback/status-pill.tsx'
import { showToast, type ToastType } from '../src/ui/feedback/toast.ts'
import { Toaster } from '../src/ui/feedback/toaster.tsx'
import { ControlsShown } from './controls-shown.tsx'
import styles from './gallery.module.css'
import { PicturesShown } from './pictures-shown.tsx'
import { Row, Specimen } from './specimen.tsx'

const TOASTS: readonly [ToastType, string, string][] = [
  ['success', 'Profile updated', 'Your profile has been updated'],
  ['error', 'Join game error', 'Game not found'],
  ['warning', 'Already in the game', 'Leave the current game to join another one'],
  ['info', 'The game was closed', ''],
]

function Overlays({ percent, onPercent }: { percent: number; onPercent: (percent: number) => void }) {
  const [sheet, setSheet] = useState<'none' | 'complaint' | 'level'>('none')
  const close = () => setSheet('none')
  return (
    <Specimen name="sheet, toasts, level bar, theme">
      <Row>
        <Button onClick={() => setSheet('complaint')}>Open sheet</Button>
        <Button onClick={() => setSheet('level')}>Open tall sheet</Button>
        {TOASTS.map(([type, title, message]) => (
          <Button key={type} size="small" onClick={() => showToast({ type, title, message })}>
            {`Toast ${type}`}
          </Button>
        ))}
        <Button size="small" onClick={() => onPercent((percent + 17) % 100)}>
          Wobble
        </Button>
        <Button size="small" onClick={() => (document.documentElement.dataset['theme'] = 'dark')}>
          Dark
        </Button>
      </Row>
      <Sheet isOpen={sheet === 'complaint'} onClose={close} title="Report complaint" height="fixed">
        <div>
          <p>Any problem with a question, its answers, its description or its translations can be reported.</p>
          <Row>
            <ToggleChip isOn onToggle={close}>
              Answers
            </ToggleChip>
            <ToggleChip isOn={false} onToggle={close}>
              Description
            </ToggleChip>
          </Row>
        </div>
        <Button variant="primary" block onClick={close}>
          Notify us
        </Button>
      </Sheet>
      <Sheet isOpen={sheet === 'level'} onClose={close} title="Congratulations!" align="center" height="tall">
        <p>You&apos;ve reached level 23</p>
        <Button variant="primary" block onClick={close}>
          Continue journey
        </Button>
      </Sheet>
    </Specimen>
  )
}

function Gallery() {
  const [percent, setPercent] = useState(62)
  return (
    <MemoryRouter>
      <AppFrame>
        <Strip />
        <Header end={<LevelBar level={23} percent={percent} />} pill={<StatusPill trouble="reconnecting" />}>
          <Link className={brandLink} to="/">
            <BrandName />
          </Link>
        </Header>
        <Page>
          <BackLink to="/" />
          <PageTitle subtitle="Every piece in every state">Gallery</PageTitle>
          <div className={styles.grid}>
            <Overlays percent={percent} onPercent={setPercent} />
            <ControlsShown />
            <PicturesShown />
          </div>
        </Page>
        <PageFoot
          dock={
            <Button variant="primary" block count={5}>
              Start journey
            </Button>
          }
        >
          <BottomBar action={<Button variant="dark">Active game</Button>}>
            <a href="#content" aria-current="page">
              <HomeIcon />
              Home
            </a>
            <a href="#content">
              <UserIcon />
              Account
            </a>
          </BottomBar>
        </PageFoot>
      </AppFrame>
      <Toaster />
      <LiveRegions />
    </MemoryRouter>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
