import { create } from 'zustand'

/** The panels that cover the app, such as sheets and ads; the last one is on top. */
const usePanels = create<{ open: readonly HTMLElement[] }>()(() => ({ open: [] }))

/** What an open panel makes inert: the app and whatever else is in the page, but not toasts and live regions. */
const COVERED = '[data-app], body > div:not(#root)'

/**
 * Counts a panel as open until the returned function is called. Only the newest can be used; everything else is inert
 * except for toasts and live regions. While any is open, the document is marked, and the app behind it draws back a little
 * (page.module.css) around the middle of the visible part, wherever the page is scrolled.
 */
export function markPanelOpen(panel: HTMLElement): () => void {
  change((open) => [...open, panel])
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

function change(next: (open: readonly HTMLElement[]) => readonly HTMLElement[]): void {
  const wasOpen = isPanelOpen()
  usePanels.setState(({ open }) => ({ open: next(open) }))
  const top = topPanel()
  if (top && !wasOpen) markDocument()
  else if (!top) delete document.documentElement.dataset['panelOpen']
  for (const element of document.querySelectorAll(COVERED)) {
    element.toggleAttribute('inert', top !== undefined && !element.contains(top))
  }
}

function markDocument(): void {
  const root = document.documentElement
  const below = Math.max(0, root.scrollHeight - window.scrollY - window.innerHeight)
  root.style.setProperty('--panel-top', `${window.scrollY}px`)
  root.style.setProperty('--panel-bottom', `${below}px`)
  root.style.setProperty('--panel-middle', `${window.scrollY + window.innerHeight / 2}px`)
  root.style.setProperty('--scrollbar', `${Math.max(0, window.innerWidth - root.clientWidth)}px`)
  root.dataset['panelOpen'] = ''
}
