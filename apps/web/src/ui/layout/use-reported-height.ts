import { type RefObject, useEffect } from 'react'

/** The height of a fixed element at the bottom of the screen, for which others leave space (tokens.css). */
type HeightName = '--bar-height' | '--dock-height'

/** Publishes an element's measured height as a CSS variable of the page, because it grows with the font size. */
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
