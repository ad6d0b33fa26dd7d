import { type RefObject, useEffect } from 'react'

/** A fixed element at the bottom of the screen that others keep clear of (tokens.css). */
type HeightName = '--bar-height' | '--dock-height'

/** Publishes the measured height of an element as a CSS variable of the page, because it grows with the font size. */
export function useReportedHeight(element: RefObject<HTMLElement | null>, name: HeightName): void {
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
