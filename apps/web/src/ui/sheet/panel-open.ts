let openPanels = 0

/**
 * Marks the document while a panel is open, so that the app behind it draws back a little (base.css),
 * round the middle of what is on screen however far the page is scrolled. Gives the way to unmark.
 */
export function markPanelOpen(): () => void {
  const root = document.documentElement
  if (openPanels === 0) {
    const below = Math.max(0, root.scrollHeight - window.scrollY - window.innerHeight)
    root.style.setProperty('--panel-top', `${window.scrollY}px`)
    root.style.setProperty('--panel-bottom', `${below}px`)
    root.style.setProperty('--panel-middle', `${window.scrollY + window.innerHeight / 2}px`)
    root.dataset['panelOpen'] = ''
  }
  openPanels += 1
  let isMarked = true
  return () => {
    if (!isMarked) return
    isMarked = false
    openPanels -= 1
    if (openPanels === 0) delete root.dataset['panelOpen']
  }
}

/** Whether a sheet, or something else that covers the app, is open. */
export function isPanelOpen(): boolean {
  return openPanels > 0
}
