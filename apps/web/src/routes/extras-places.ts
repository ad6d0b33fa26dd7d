import type { ChatPlace } from '../features/chat/chat-button.tsx'

/** Nothing may come between a player and a question. */
const PLAY = /^\/(?:app\/(?:practice|private-game)\/play|def\/infinite-game)\/?$/
const LOGIN = /^\/base\/login(?:\/|$)/
/** Screens with something that sticks to the bottom bar. */
const DOCK = /^\/app\/(?:practice\/settings|private-game\/settings|dashboard\/leaderboard)\/?$/

/** Where the chat's button stands on a screen. */
export function chatPlace(path: string): ChatPlace {
  if (LOGIN.test(path)) return 'off'
  if (PLAY.test(path)) return 'hidden'
  if (DOCK.test(path)) return 'dock'
  if (path.startsWith('/app/')) return 'bar'
  return path.startsWith('/base/pages/') ? 'corner' : 'top'
}

/** Where the question for consent stands; null on screens that somebody has come to for something. */
export function consentPlace(path: string): 'landing' | 'home' | null {
  if (/^\/base\/home\/?$/.test(path)) return 'landing'
  return /^\/app\/dashboard\/?$/.test(path) ? 'home' : null
}
