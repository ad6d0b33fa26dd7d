import { type RefObject, useEffect } from 'react'

/** Something at the bottom of the screen that others keep clear of. */
type HeightName = '--bar-height' | '--dock-height'

/** Tells the whole page the true height of an element (tokens.css): large letters make it higher. */
export function useHeightTold(element: RefObject<HTMLElement | null>, name: HeightName): void {
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height !== undefined) style.setProperty(name, `${height}px`)
    })
    observer.observe(element.current, { box: 'border-box' })
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [element, name])
}
