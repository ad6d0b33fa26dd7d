import { create } from 'zustand'

/** How many panels that cover the app, such as sheets and ads, are open. */
const usePanels = create<{ openCount: number }>()(() => ({ openCount: 0 }))

/**
 * Counts a panel as open until the returned function is called. While any is open, the document is marked, and the app
 * behind it draws back a little (page.module.css) around the middle of the visible part, wherever the page is scrolled.
 */
export function markPanelOpen(): () => void {
  changeCount(1)
  let isMarked = true
  return () => {
    if (isMarked) changeCount(-1)
    isMarked = false
  }
}

/** Whether a sheet, or anything else that covers the app, is open. */
export function isPanelOpen(): boolean {
  return usePanels.getState().openCount > 0
}

function changeCount(by: 1 | -1): void {
  const before = usePanels.getState().openCount
  const openCount = before + by
  usePanels.setState({ openCount })
  if (before === 0) markDocument()
  else if (openCount === 0) delete document.documentElement.dataset['panelOpen']
}

function markDocument(): void {
  const root = document.documentElement
  const below = Math.max(0, root.scrollHeight - window.scrollY - window.innerHeight)
  root.style.setProperty('--panel-top', `${window.scrollY}px`)
  root.style.setProperty('--panel-bottom', `${below}px`)
  root.style.setProperty('--panel-middle', `${window.scrollY + window.innerHeight / 2}px`)
  root.dataset['panelOpen'] = ''
}
