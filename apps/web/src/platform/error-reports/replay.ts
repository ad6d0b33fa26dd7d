import { replayIntegration } from '@sentry/react'

/**
 * Begins to record how pages behave, at the rates of product 9. Every word, input and picture is masked before it is
 * recorded, addresses are scrubbed by the transport. Gives the way to end it: what has not been sent is dropped.
 */
export function startReplay(add: (integration: ReturnType<typeof replayIntegration>) => void): () => void {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt', 'value'],
    // Nothing of it is kept on the device: a reload begins anew.
    stickySession: false,
    // Packed by a worker it could not be scrubbed on its way out, and the CSP would have to allow workers from blobs.
    useCompression: false,
  })
  add(replay)
  return () => void replay.stop({ flush: false })
}
