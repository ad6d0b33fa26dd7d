import { type ReactNode, Suspense, useState } from 'react'

/**
 * A lazily loaded sheet. Its code is fetched when it first opens; then it stays mounted, so that it can animate
 * closing.
 */
export function LazySheet({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [hasOpened, setHasOpened] = useState(isOpen)
  if (isOpen && !hasOpened) setHasOpened(true)
  return hasOpened && <Suspense fallback={null}>{children}</Suspense>
}
