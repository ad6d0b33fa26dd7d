import { checkAnswers } from './check-answers.ts'
import { checkGames } from './check-games.ts'
import { checkLateness } from './check-lateness.ts'
import { checkMails } from './check-mails.ts'
import { checkPayments } from './check-payments.ts'
import { checkStoredPoints } from './check-points.ts'
import { checkScores } from './check-scores.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkVersions } from './check-versions.ts'
import type { HistoryEntry } from './history.ts'
import { readSeen, type Violation } from './seen.ts'

/**
 * Returns everything in a history that must never happen, no matter what fails.
 * @param latestUpdateMs how late an update may be; null to skip this check, as on a busy machine
 */
export function checkHistory(entries: readonly HistoryEntry[], latestUpdateMs: number | null): Violation[] {
  const seen = readSeen(entries)
  return [
    ...checkAnswers(seen),
    ...checkGames(seen),
    ...checkScores(seen),
    ...checkSecrets(seen),
    ...checkVersions(seen),
    ...checkStoredPoints(seen),
    ...checkPayments(seen),
    ...checkMails(seen),
    ...(latestUpdateMs === null ? [] : checkLateness(seen, latestUpdateMs)),
  ]
}
