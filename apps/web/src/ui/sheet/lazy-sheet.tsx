import { type ReactNode, Suspense, useState } from 'react'

/** A lazily loaded sheet: its code is fetched when it first opens, and it stays from then on, so that it closes smoothly. */
export function LazySheet({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [hasOpened, setHasOpened] = useState(isOpen)
  if (isOpen && !hasOpened) setHasOpened(true)
  return hasOpened && <Suspense fallback={null}>{children}</Suspense>
}
