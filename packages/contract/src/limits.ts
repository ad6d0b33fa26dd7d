/**
 * The product's numbers that more than one side needs, as plain values without a schema library. Times are in ms,
 * lengths in characters, both ends inclusive.
 */

// Private games (contract 6).

export const MIN_PLAYERS = 2
export const MAX_PLAYERS = 50
export const MIN_TOPICS = 1
export const MAX_TOPICS = 10
export const MIN_QUESTION_COUNT = 5
export const MAX_QUESTION_COUNT = 30
export const DEFAULT_QUESTION_COUNT = 10

export const COUNTDOWN_MS = 3_000
/** The creator may open the first question this long before the countdown ends. */
export const RUNNING_EARLY_MS = 500
/** Without the creator the server opens it this long after the countdown. */
export const RUNNING_LATE_MS = 1_000

export const ANSWER_MS = 20_000
/** The timer turns red, and can be heard, for this many seconds. */
export const LOW_SECONDS = 5
/** A screen reader announces when this many seconds are left. */
export const ANNOUNCED_SECONDS: readonly number[] = [10, LOW_SECONDS, 3]
/** An answer that was sent in time is still accepted this long after the deadline. */
export const ANSWER_GRACE_MS = 1_000
/** A null is refused before this: one that was meant for the previous question would void the current one. */
export const NULL_FROM_MS = 19_000
/** The multiples of the usual time that a player can choose for themselves. */
export const TIME_FACTORS = [1, 1.5, 2, 3, 5, 10] as const
export type TimeFactor = (typeof TIME_FACTORS)[number]
/** The longest of them, in ms. */
export const LONGEST_ANSWER_MS = 10 * ANSWER_MS
/** Players may change the factor once in this time. */
export const TIME_FACTOR_KEPT_MS = 7 * 24 * 3_600_000
/** Without a clock a question is open this long at most, so that every game ends. Longer than the longest clock. */
export const NO_CLOCK_MS = 300_000
/** By how much a client may report less time than the server measured, to allow for the network. */
export const NETWORK_MS = 500
export const REVEAL_MS = 5_000

/** Players get no time back for an outage up to this long. */
export const OUTAGE_NOTICED_MS = 2_000
/** The most time that the players of one question get back. */
export const OUTAGE_CREDIT_MS = 60_000
export const OUTAGE_ENDS_GAME_MS = 600_000

export const PENDING_KEPT_MS = 24 * 3_600_000
export const FINISHED_KEPT_MS = 3_600_000

// Stages (contract 3.11).

/** The letters that pair a stage: no vowels, and none that looks or sounds like another. */
export const STAGE_ALPHABET = 'BCDFHJKMPRTVXZ'
export const STAGE_LETTER_COUNT = 4
export const STAGE_LETTERS_KEPT_MS = 600_000
export const STAGE_TOKEN_MAX_LENGTH = 100
/** How many stages can show one game. */
export const MAX_STAGES = 200

// Topics and questions.

export const TOPIC_SEARCH_MIN_LENGTH = 3
export const TOPIC_SEARCH_MAX_LENGTH = 100
/** How many topics one call returns: at most, and unless it asks for another number. */
export const TOPIC_LIST_MAX = 100
export const TOPIC_LIST_DEFAULT = 50
/** How many questions one call returns: at most, and unless it asks for another number. */
export const QUESTION_LIST_MAX = 50
export const QUESTION_LIST_DEFAULT = 10
/** How many topics practice questions may be chosen from. */
export const PRACTICE_TOPICS_MAX = 1000

export const ANSWER_COUNT = 4
export const QUESTION_TEXT_MAX_LENGTH = 300
export const ANSWER_TEXT_MAX_LENGTH = 120
export const DESCRIPTION_MAX_LENGTH = 1000
export const COMPLAINT_COMMENT_MAX_LENGTH = 500
/** For operators who search for a question. */
export const QUESTION_SEARCH_MAX_LENGTH = 100

// Daily Ten (contract 3.10).

export const DAILY_QUESTIONS = 10
/** No question comes again within this many days, as long as the bank has enough. */
export const DAILY_APART_DAYS = 240
export const VISITOR_TOKEN_MAX_LENGTH = 100
/** With fewer players, results are not compared. */
export const DAILY_COMPARED_PLAYERS = 20
/** A player keeps a week by playing on this many of its days. */
export const KEPT_WEEK_DAYS = 5
export const PAUSE_DAYS = 30
/** A day can still be played for its week until this many hours after its end. */
export const DAY_GRACE_HOURS = 3

// Missed questions that come back.

/** How many due questions one call returns at most. */
export const REVIEW_LIST_MAX = 10
/** At most one of this many practice questions is a due one. */
export const REVIEW_EVERY = 4

// My stats.

/** With fewer questions seen, a topic has no band. */
export const STATS_MIN_SEEN = 5
/** With fewer right answers with a clock, no speed is shown. */
export const STATS_MIN_TIMED = 20
export const STATS_WEEKS = 12
export const BEST_GAMES = 3

// Points.

/**
 * An answer that comes sooner after its question is not rated; in practice it does not count for the week's leaderboard
 * either.
 */
export const PLAUSIBLE_ANSWER_MS = 1_000

/** How many practice points count for the week's leaderboard per UTC day: 500 right answers. */
export const WEEK_PRACTICE_POINTS_PER_DAY = 5_000

// Ratings.

/** The admin area lists a question by its rating once it has this many rated answers. */
export const RATED_FROM_ANSWERS = 30

// Accounts.

export const EMAIL_MAX_LENGTH = 254
export const SIGN_IN_CODE_LENGTH = 6
export const SIGN_IN_CODE_PATTERN = /^[0-9]{6}$/
/** The server mails one code per address in this time. */
export const SIGN_IN_CODE_INTERVAL_MS = 30_000
export const SECOND_FACTOR_CODE_MAX_LENGTH = 40
export const DEVICE_TOKEN_MAX_LENGTH = 100
export const DISPLAY_NAME_MIN_LENGTH = 5
export const DISPLAY_NAME_MAX_LENGTH = 40
export const FEATURE_FLAG_NAME_MAX_LENGTH = 100

// Ads.

/** A path on this site, never another site's picture. */
export const AD_IMAGE_PATTERN = /^\/img\/[a-z0-9/-]+\.(?:svg|png|webp)$/
export const AD_LIMITS = {
  image: 100,
  link: 300,
  title: 100,
  subtitle: 120,
  texts: 4,
  text: 160,
  /** This many of full length, in the longest script, still fit into a body of 64 KiB (contract 2). */
  ads: 20,
} as const
