import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { logDebug } from '../../../platform/log.ts'
import { prepareSounds } from '../game-sounds.ts'
import { turnSound, useIsSoundHeard } from './stage-sound.ts'

/**
 * S switches the sound and F switches to full screen. Only if the focus is on the page itself, and not with `?keys=off`
 * (WCAG 2.1.4).
 */
export function useStageKeys(): void {
  const [search] = useSearchParams()
  const isWanted = search.get('keys') !== 'off'
  const isHeard = useIsSoundHeard()
  useEffect(prepareSounds, [])
  useEffect(() => {
    if (!isWanted) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.target !== document.body || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const key = event.key.toLowerCase()
      if (key === 's') turnSound(!isHeard)
      else if (key === 'f') void toggleFullScreen()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isWanted, isHeard])
}

async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  } catch (error) {
    logDebug('full_screen_refused', { err: error })
  }
}
