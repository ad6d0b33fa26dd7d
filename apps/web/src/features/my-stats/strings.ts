import { ordinal } from '../../platform/ordinal.ts'
import { hasBand, likelyBand, type Share } from './band.ts'

const NUMBER = new Intl.NumberFormat('en-GB')
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

const counted = (count: number, one: string, many: string) => `${NUMBER.format(count)} ${count === 1 ? one : many}`
const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** A date; the year is left out if it is the current one. */
function dayOf(atMs: number): string {
  const date = new Date(atMs)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return (isThisYear ? DAY : DAY_OF_YEAR).format(date)
}

/** Both ends of the band, rounded to tenths. */
function likely(share: Share): string {
  if (!hasBand(share)) return 'Too few to tell'
  const [low, high] = likelyBand(share).map((end) => Math.round(end * 10))
  return low === high ? `About ${low} in 10` : `${low} to ${high} in 10`
}

/** Strings of My stats (†). */
export const STATS_STRINGS = {
  title: 'My stats',
  number: (count: number) => NUMBER.format(count),
  likely,
  dayOf,
  /** Formats a date from the server, such as `2026-03-12`. */
  shortDay: (date: string) => SHORT_DAY.format(new Date(`${date}T00:00:00Z`)),
  longDay: (date: string) => LONG_DAY.format(new Date(`${date}T00:00:00Z`)),

  showAs: 'Show as',
  charts: 'Charts',
  tables: 'Tables',
  storedAt: (atMs: number) => `You are offline. These numbers are from ${MOMENT.format(new Date(atMs))}.`,
  empty: 'What you play shows up here, from your first answer.',
  startJourney: 'Start journey',

  since: (atMs: number) =>
    new Date(atMs).toDateString() === new Date().toDateString() ? 'Since today' : `Since ${dayOf(atMs)}`,
  rightInAll: (share: Share) => `${likely(share)} right`,
  rightSoFar: ({ seen, right }: Share) => `${right} of ${seen} right so far`,
  saysLittle: (share: Share) => {
    const [low, high] = likelyBand(share).map((end) => Math.round(end * 10))
    const few = counted(share.seen, 'question says', 'questions say')
    return `${few} little: in the long run it may be anything from ${low} to ${high} in 10. The band narrows as you play.`
  },
  answers: 'answers',
  questionsSeen: 'questions seen',
  ofAll: (seen: number, all: number) => `${NUMBER.format(seen)} of ${NUMBER.format(all)}`,
  ends: ['0', '5', '10 in 10'],

  groups: 'Groups and topics',
  otherTopics: 'Other topics',
  band: 'right so far, give or take',
  usual: 'all topics together',
  dotRight: 'right',
  dotMissed: 'not right yet',
  known: 'known',
  learning: 'learning',
  unseen: 'unseen',
  seenOf: (seen: number, all: number) => `${NUMBER.format(seen)} of ${NUMBER.format(all)} seen`,
  rightOf: ({ seen, right }: Share) => `${right} of ${seen} right`,
  worthAnotherLook: 'Worth another look',
  worth: (count: number) => `${count} worth another look`,
  parts: (known: number, learning: number, unseen: number) =>
    `${known} known · ${learning} learning · ${unseen} unseen`,
  partsAloud: (known: number, learning: number, unseen: number) =>
    `${known} known, ${learning} learning, ${unseen} unseen`,
  likelyAloud: (share: Share) => (hasBand(share) ? `likely ${likely(share)}` : likely(share)),
  askMeThese: 'Ask me these',
  askMeTheseOf: (topic: string, count: number) => `Ask me these: ${topic}, ${counted(count, 'question', 'questions')}`,

  weeks: 'Twelve weeks',
  thisWeek: 'This week',
  weeksNote: (answers: number, weeks: number) =>
    `${counted(answers, 'answer', 'answers')} in ${counted(weeks, 'week', 'weeks')}`,
  oneWeek: (answers: number, right: number) =>
    `${counted(answers, 'answer', 'answers')}, ${right} of them right. The weeks line up here, twelve at a time.`,
  now: 'now',
  right: 'right',
  notRight: 'not right yet',

  speed: 'Speed when right',
  speedNote: (lower: number, upper: number, median: number) =>
    `Half of them took between ${seconds(lower)} and ${seconds(upper)} s. The median is ${seconds(median)} s.`,
  speedCount: (count: number) => `${NUMBER.format(count)} right answers in games and the Daily Ten with the clock on.`,
  seconds: (ms: number) => `${seconds(ms)} s`,
  secondsFrom: (second: number) => `${second} to ${second + 1} s`,

  bestGames: 'Best games',
  gameRight: (right: number, questions: number) => `${right} of ${questions} right`,
  gamePlace: (place: number, players: number) => `${ordinal(place)} of ${players}`,

  facts: (count: number) =>
    count === 1 ? '1 fact is yours for good' : `${NUMBER.format(count)} facts are yours for good`,
  factsNote: 'Missed once, then right four times in a row, over weeks.',
  seeThem: 'See them',
  more: 'Show more',
  close: 'Close',

  moreAsYouPlay: 'More as you play',
  speedLater: 'after 20 right answers with the clock on',
  gamesLater: 'after your first game with friends',
  forGood: 'Yours for good',
  factsLater: 'once you get a missed fact right four times in a row, over weeks',

  table: {
    topicsIn: (group: string) => `Topics in ${group}`,
    groups: 'Groups',
    topic: 'Topic',
    group: 'Group',
    seen: 'Seen',
    right: 'Right',
    likely: 'Likely',
    known: 'Known',
    learning: 'Learning',
    unseen: 'Unseen',
    together: 'Together',
    weekFrom: 'Week from',
    answers: 'Answers',
    time: 'Time',
    points: 'Points',
    place: 'Place',
    date: 'Date',
  },
} as const
