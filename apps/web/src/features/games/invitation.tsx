import type { Game } from '@quizmaster/contract/http/games'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { clsx } from 'clsx/lite'
import { siteOrigin } from '../../platform/api-origin.ts'
import { lazyNamed, loadChunk } from '../../platform/lazy.ts'
import { logDebug } from '../../platform/log.ts'
import { native, type Shared } from '../../platform/native.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LockIcon, ShareIcon } from '../../ui/graphics/icons.tsx'
import { Line } from '../../ui/graphics/line-icon.tsx'
import { TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { BIG_SCREEN_STRINGS } from './big-screen-strings.ts'
import { GAME_PATHS } from './game-routes.ts'
import { isOnThisMachineOnly, useShareOrigin } from './share-origin.ts'
import styles from './invitation.module.css'
import { GAME_STRINGS } from './strings.ts'

/** How long the text "copied" is shown. */
const COPIED_MS = 2000

type CodeProps = { text: string; label: string }

/** Loaded once it is visible. If that fails, the lobby still has the link. */
const QrCode = lazy(async (): Promise<{ default: ComponentType<CodeProps> }> => {
  try {
    return { default: (await loadChunk(() => import('../../ui/graphics/qr-code.tsx'))).QrCode }
  } catch (error) {
    logDebug('qr_code_not_loaded', { err: error })
    return { default: () => null }
  }
})
const LocalhostNote = lazyNamed(() => import('./localhost-note.tsx'), 'LocalhostNote')
const StageSheet = lazyNamed(() => import('./stage-sheet.tsx'), 'StageSheet')

type Props = { game: Pick<Game, 'id' | 'is_locked' | 'stage'>; isByHost: boolean; isCovered: boolean }

/** The ways to join a lobby: a QR code, a link to send, and an id to say aloud. For the host, also a big screen. */
export function Invitation({ game, isByHost, isCovered }: Props) {
  const { id: gameId, is_locked: isLocked = false } = game
  const origin = useShareOrigin()
  const link = `${origin ?? siteOrigin()}${GAME_PATHS.join}/${gameId}`
  return (
    <Card className={styles.card}>
      {isLocked ? (
        <p className={styles.shut}>
          <LockIcon />
          {GAME_STRINGS.lockedNobody}
        </p>
      ) : (
        <div className={clsx(isOnThisMachineOnly() && styles.local)}>
          {origin === null ? (
            <Suspense fallback={null}>
              <LocalhostNote />
            </Suspense>
          ) : (
            <div className={styles.code}>
              {/* Empty until it is visible and an address that phones can open is known. */}
              {origin !== undefined && !isCovered && (
                <Suspense fallback={null}>
                  <QrCode text={link} label={GAME_STRINGS.qrCode(gameId)} />
                </Suspense>
              )}
            </div>
          )}
        </div>
      )}
      {!isLocked && <CopyLink link={link} />}
      {!isLocked && <ShareLink link={link} />}
      <dl className={styles.id}>
        <dt>{GAME_STRINGS.gameId}</dt>
        <dd>{gameId}</dd>
      </dl>
      {isByHost && <BigScreen isConnected={game.stage !== undefined} />}
    </Card>
  )
}

/** Opens the sheet for the big screen. */
function BigScreen({ isConnected }: { isConnected: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  return (
    <>
      <Button
        block
        icon={<ScreenIcon />}
        onClick={() => {
          setIsWanted(true)
          setIsOpen(true)
        }}
      >
        {isConnected ? BIG_SCREEN_STRINGS.screenConnected : BIG_SCREEN_STRINGS.showOnScreen}
      </Button>
      {isWanted && (
        <Suspense fallback={null}>
          <StageSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the device's share sheet, where there is one. */
function ShareLink({ link }: { link: string }) {
  const share = native().share ?? browserShare()
  if (share === null) return null
  const invitation = { title: GAME_STRINGS.shareTitle, text: GAME_STRINGS.shareText, url: link }
  const openSheet = () => {
    // The promise also rejects if the user closes the sheet.
    share(invitation).catch((err: unknown) => logDebug('nothing_shared', { err }))
  }
  return (
    <Button block icon={<ShareIcon />} onClick={openSheet}>
      {GAME_STRINGS.share}
    </Button>
  )
}

/** The browser's share sheet; null where it has none. */
function browserShare(): ((shared: Shared) => Promise<void>) | null {
  return 'share' in navigator ? (shared) => navigator.share(shared) : null
}

const SCHEME = /^https?:\/\//

function CopyLink({ link }: { link: string }) {
  const [copies, setCopies] = useState({ count: 0, toldCount: 0 })
  const isCopied = copies.count > copies.toldCount
  useEffect(() => {
    if (copies.count === 0) return undefined
    const timer = setTimeout(() => setCopies(({ count }) => ({ count, toldCount: count })), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies.count])

  async function copy() {
    if (await copyText(link)) {
      setCopies(({ count, toldCount }) => ({ count: count + 1, toldCount }))
      announce(GAME_STRINGS.copied)
    } else {
      showToast({ type: 'error', title: GAME_STRINGS.copyFailed, message: GAME_STRINGS.copyFailedMessage })
    }
  }

  const state = isCopied ? GAME_STRINGS.copied : GAME_STRINGS.copy
  return (
    <button type="button" className={styles.link} aria-label={`${link} ${state}`} onClick={() => void copy()}>
      <span>
        {/* Read out but not shown, because there is no room for it on a phone. */}
        <span className="sr">{SCHEME.exec(link)?.[0]}</span>
        {link.replace(SCHEME, '')}
      </span>
      <span className={styles.pill}>
        {isCopied ? <TickIcon weight={3} /> : <CopyIcon />}
        {state}
      </span>
    </button>
  )
}

/** Copies text to the clipboard, even without the clipboard API (over plain http). Returns whether it worked. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    logDebug('clipboard_not_written', { err: error })
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

function CopyIcon() {
  return (
    <Line d="M11 8.5h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 8.5 17v-6A2.5 2.5 0 0 1 11 8.5zM5 15.5A1.5 1.5 0 0 1 4.5 14V6A1.5 1.5 0 0 1 6 4.5h8a1.5 1.5 0 0 1 1.5.8" />
  )
}

function ScreenIcon() {
  return (
    <Line d="M5 4.5h14A2.5 2.5 0 0 1 21.5 7v7.500a2.5 2.5 0 0 1-2.5 2.500H5a2.5 2.5 0 0 1-2.5-2.500V7A2.5 2.5 0 0 1 5 4.500zM8 20.500h8" />
  )
}
