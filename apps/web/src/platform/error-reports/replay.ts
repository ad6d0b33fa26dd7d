import { replayIntegration } from '@sentry/react'

/**
 * Starts recording the session. All texts, inputs and pictures are masked before they are recorded, and the transport
 * scrubs URLs. Returns a function that stops the recording and drops what has not been sent.
 */
export function startReplay(add: (integration: ReturnType<typeof replayIntegration>) => void): () => void {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt', 'value'],
    // Nothing is kept on the device: a reload starts a new recording.
    stickySession: false,
    // A compressed recording could not be scrubbed, and its worker would need a CSP that allows blobs.
    useCompression: false,
  })
  add(replay)
  return () => void replay.stop({ flush: false })
}
