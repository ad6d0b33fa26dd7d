import { create } from 'zustand'

/** The open panels that cover the app, such as sheets and ads; the last one is on top. */
const usePanels = create<{ open: readonly HTMLElement[] }>()(() => ({ open: [] }))

/** What an open panel makes inert: everything on the page except toasts and live regions. */
const COVERED = '[data-app], body > div:not(#root)'

/**
 * Counts a panel as open until the returned function is called. Only the newest panel can be used; everything else is
 * inert except for toasts and live regions. While a panel is open, the document is marked. Unless the panel hides the
 * app, the app is scaled down a little (page.module.css), around the middle of its visible part.
 */
export function markPanelOpen(panel: HTMLElement, { hidesApp = false }: { hidesApp?: boolean } = {}): () => void {
  change((open) => [...open, panel], hidesApp)
  return () => change((open) => open.filter((other) => other !== panel))
}

/** Whether a sheet, or anything else that covers the app, is open. */
export function isPanelOpen(): boolean {
  return topPanel() !== undefined
}

/** The panel that can be used. */
export function topPanel(): HTMLElement | undefined {
  return usePanels.getState().open.at(-1)
}

function change(next: (open: readonly HTMLElement[]) => readonly HTMLElement[], hidesApp = false): void {
  const wasOpen = isPanelOpen()
  usePanels.setState(({ open }) => ({ open: next(open) }))
  const top = topPanel()
  // A panel that hides the app needs no measurements, which would cost another layout before it is painted.
  if (top && !wasOpen && hidesApp) document.documentElement.dataset['panelOpen'] = 'hiding'
  else if (top && !wasOpen) markDocument()
  else if (!top) delete document.documentElement.dataset['panelOpen']
  for (const element of document.querySelectorAll(COVERED)) {
    element.toggleAttribute('inert', top !== undefined && !element.contains(top))
  }
}

function markDocument(): void {
  const root = document.documentElement
  const { scrollY, innerWidth, innerHeight } = window
  // All values are read before any is set; otherwise the browser would compute the layout again for each of them.
  const lengths = {
    '--panel-top': scrollY,
    '--panel-bottom': Math.max(0, root.scrollHeight - scrollY - innerHeight),
    '--panel-middle': scrollY + innerHeight / 2,
    '--scrollbar': Math.max(0, innerWidth - root.clientWidth),
  }
  for (const [name, px] of Object.entries(lengths)) root.style.setProperty(name, `${px}px`)
  root.dataset['panelOpen'] = ''
}
