/** The numbers of contract section 6, and of section 3 where the shape of a game sets them. */

export const MIN_PLAYERS = 2
export const MAX_PLAYERS = 50
export const MAX_TOPICS = 10
export const DEFAULT_QUESTION_COUNT = 10

export const COUNTDOWN_MS = 3_000
/** The creator may open the first question this long before the countdown ends. */
export const RUNNING_EARLY_MS = 500
/** Without the creator the server opens it this long after the countdown. */
export const RUNNING_LATE_MS = 1_000

export const ANSWER_MS = 20_000
/** How long after the deadline an answer that was on its way still counts. */
export const ANSWER_GRACE_MS = 1_000
/** A null sent before this would void a question that its sender never saw end. */
export const NULL_FROM_MS = 19_000
/** How much of an answer's time the network may claim. */
export const NETWORK_MS = 500
export const REVEAL_MS = 5_000

/** An outage up to this long is given to nobody back. */
export const OUTAGE_NOTICED_MS = 2_000
/** The most that the players of one question get back. */
export const OUTAGE_CREDIT_MS = 60_000
export const OUTAGE_ENDS_GAME_MS = 600_000

export const PENDING_KEPT_MS = 24 * 3_600_000
export const FINISHED_KEPT_MS = 3_600_000
