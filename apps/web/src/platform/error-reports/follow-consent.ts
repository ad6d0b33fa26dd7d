import { isGranted, onConsentChange } from '../consent.ts'
import { logDebug } from '../log.ts'
import type { Reporter } from './error-reports.ts'

/** Records sessions only while the user consents. Consent given after a refusal takes effect on the next page load. */
export function followConsent(to: Reporter): void {
  let stop: Promise<() => void> | null = null
  const follow = () => {
    if (isGranted('replay')) stop ??= startReplay(to)
    else void stop?.then((end) => end())
  }
  follow()
  onConsentChange('replay', follow)
}

/** After a deploy the chunk may be gone. That is logged instead of reported, and nothing is recorded. */
async function startReplay(of: Reporter): Promise<() => void> {
  try {
    return await of.startReplay()
  } catch (error) {
    logDebug('no_session_replay', { err: error })
    return () => {}
  }
}
