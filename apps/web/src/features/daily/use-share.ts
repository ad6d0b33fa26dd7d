import { useEffect, useRef, useState } from 'react'
import { logDebug } from '../../platform/log.ts'
import { native } from '../../platform/native.ts'
import { announce } from '../../ui/feedback/announce.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { shareAddress } from './daily-paths.ts'
import { drawPicture, type PictureShape, type SharedResult } from './share-picture.ts'
import { DAILY_STRINGS } from './strings.ts'

export interface Sharing {
  /** The line and the link as one text. */
  text: string
  isPending: boolean
  /** There is no share sheet: the text, the link and the picture are shown, to be copied and saved by hand. */
  isByHand: boolean
  run: () => void
  /** Downloads the picture. */
  save: () => void
}

/**
 * Shares a result with the device's share sheet, including the picture if the sheet accepts files. Without a share
 * sheet the text and the link are copied, and stay on the screen.
 */
export function useShare(result: SharedResult & { date: string }): Sharing {
  const [isPending, setIsPending] = useState(false)
  const [isByHand, setIsByHand] = useState(false)
  const picture = useRef<Promise<File | null> | null>(null)
  const { date, dateText, marks } = result
  const line = DAILY_STRINGS.shareLine(dateText, marks.filter(Boolean).length, marks.length)
  const url = shareAddress(date)
  const text = `${line}\n${url}`

  function drawn(): Promise<File | null> {
    picture.current ??= drawFile(result)
    return picture.current
  }
  // The picture is drawn in advance, because browsers open a share sheet only right after a press.
  useEffect(() => {
    if (hasShareSheet()) void drawn()
  })

  async function share(): Promise<void> {
    const shareNatively = native().share
    if (shareNatively) {
      await shareNatively({ title: DAILY_STRINGS.title, text: line, url, picture: await drawn() })
      return
    }
    if (hasShareSheet()) {
      const file = await drawn()
      const files = file && navigator.canShare?.({ files: [file] }) ? [file] : undefined
      await navigator.share({ text: line, url, ...(files ? { files } : {}) })
      return
    }
    setIsByHand(true)
    if (await copy(text)) {
      showToast({ type: 'success', title: DAILY_STRINGS.copied, message: DAILY_STRINGS.copiedNote })
    } else announce(DAILY_STRINGS.shareHere)
  }

  return {
    text,
    isPending,
    isByHand,
    run() {
      setIsPending(true)
      share()
        .catch((error: unknown) => {
          // The user closed the sheet.
          if (error instanceof DOMException && error.name === 'AbortError') return
          logDebug('share_sheet_not_opened', { err: error })
          setIsByHand(true)
        })
        .finally(() => setIsPending(false))
    },
    save() {
      void drawn().then((file) => file && download(file))
    },
  }
}

function hasShareSheet(): boolean {
  return native().share !== null || typeof navigator.share === 'function'
}

/** Phones get the tall picture, which fits a story. */
function shapeHere(): PictureShape {
  return window.matchMedia('(max-width: 640px) and (orientation: portrait)').matches ? 'tall' : 'wide'
}

async function drawFile(result: SharedResult & { date: string }): Promise<File | null> {
  try {
    const blob = await drawPicture(shapeHere(), result)
    return new File([blob], `daily-ten-${result.date}.png`, { type: 'image/png' })
  } catch (error) {
    logDebug('picture_not_drawn', { err: error })
    return null
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function download(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}
