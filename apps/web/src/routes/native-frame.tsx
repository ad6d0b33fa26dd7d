import { type ReactNode, useEffect, useRef } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { useCurrentGame } from '../features/games/current-game.ts'
import { isHost } from '../features/games/game.ts'
import { isGameScreen } from '../features/games/use-awake-in-game.ts'
import { openModal } from '../features/modals/modal-store.ts'
import { useTooOld } from '../platform/app-version.ts'
import { native } from '../platform/native.ts'
import { signedInPath } from '../platform/navigation.ts'
import { resumeRealtime } from '../platform/realtime/realtime.ts'
import { storage } from '../platform/storage.ts'
import { isPanelOpen } from '../ui/sheet/open-panels.ts'
import { AppTooOld } from './app-too-old.tsx'

/** The screens from which the device's back button leaves the app. */
const ROOTS = /^\/(?:base(?:\/home)?|app(?:\/dashboard)?)?\/?$/

/** What a native app adds around all screens. Not loaded in a browser. */
export function NativeFrame({ children }: { children: ReactNode }) {
  const tooOld = useTooOld()
  useEffect(() => native().showApp(), [])
  if (tooOld) return <AppTooOld storeUrl={tooOld.store_url} />
  return (
    <>
      <DeviceEvents />
      {children}
    </>
  )
}

function DeviceEvents() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const latest = useRef({ navigate, pathname })
  useEffect(() => {
    latest.current = { navigate, pathname }
  })
  useEffect(() => native().onBack(() => goBack(latest.current.navigate, latest.current.pathname)), [])
  useEffect(() => native().onLink((path) => void latest.current.navigate(path)), [])
  useEffect(() => native().onResume(resumeRealtime), [])
  return null
}

/** Closes an open sheet, asks before leaving a running game, goes to the previous screen, or leaves the app. */
function goBack(navigate: NavigateFunction, pathname: string): void {
  if (isPanelOpen()) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    return
  }
  const { game, userId } = useCurrentGame.getState()
  const isOn = game?.status === 'starting' || game?.status === 'running'
  if (game && isOn && isGameScreen(pathname)) {
    openModal(isHost(game, userId) ? 'cancelGameOnGameRunning' : 'leaveGameOnGameRunning', null)
  } else if (ROOTS.test(pathname)) {
    native().leaveApp()
  } else if (isFirstEntry()) {
    void navigate(storage.get('token') === null ? '/base/home' : signedInPath(), { replace: true })
  } else {
    void navigate(-1)
  }
}

/** Whether the app was opened on this screen, by a link. The router numbers the entries of the history. */
function isFirstEntry(): boolean {
  const { idx } = (window.history.state ?? {}) as { idx?: number }
  return !idx
}
