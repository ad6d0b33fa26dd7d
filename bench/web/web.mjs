// Measures the web app on a phone against its goals: `npm run bench:web [landing|practice|screens|play|lighthouse]…`,
// all parts by default. Uses Chromium with the processor slowed to a quarter and a slow 4G connection; takes about
// 10 minutes on an idle machine, and prints each figure once it is known. Bytes and requests are exact; compare times
// only within one run.
import { run } from '../../scripts/lib/run.mjs'
import { ROUTES } from '../../e2e/support/routes.ts'
import { createCaller, startServerUnderTest } from '../lib/server-under-test.mjs'
import { lighthouseScores } from './lighthouse.mjs'
import { newProfile, openPage, startBrowser, vitalsOf } from './phone.mjs'
import { playGame, playPractice } from './play.mjs'
import { ADMIN, ALL_TOPICS, allScreens } from './screens.mjs'

const PORT = 4198
const URL = `http://localhost:${PORT}`
const RUNS = 3
const PARTS = { landing, practice, screens, play, lighthouse }

async function main() {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS)
  const unknown = names.find((name) => !(name in PARTS))
  if (unknown !== undefined)
    throw new Error(`There is no part “${unknown}”; there are ${Object.keys(PARTS).join(', ')}`)
  await run(process.execPath, ['scripts/build.mjs'])
  const server = await startServerUnderTest({ port: PORT, env: { PUBLIC_URL: URL, ADMIN_EMAILS: ADMIN } })
  const browser = await startBrowser()
  try {
    const caller = createCaller(PORT, server.dataDir)
    for (const name of names) await PARTS[name]({ browser, caller })
  } finally {
    await browser.close()
    await server.stop()
    server.removeData()
  }
}

/** Prints a figure, and marks it if it misses its goal. */
function report(what, figure, limit, isMissed = figure > limit) {
  console.log(`${what}: ${figure}${limit === undefined ? '' : ` (goal ${limit})`}${isMissed ? '  ← missed' : ''}`)
}

async function landing({ browser }) {
  const visits = []
  for (let visit = 0; visit < RUNS; visit += 1) {
    const context = await newProfile(browser, URL)
    const { page, transfer } = await openPage(context)
    await page.goto('/base/home', { waitUntil: 'networkidle' })
    visits.push({ ...transfer(), readableMs: (await vitalsOf(page)).firstPaintMs })
    await context.close()
  }
  const { readableMs, code, requests } = medianBy(visits, 'readableMs')
  report('landing: readable after, ms', Math.round(readableMs), 2_000)
  report('landing: JavaScript and CSS, kB', kilobytes(code), 80)
  report('landing: requests', requests)
}

/** The first question of a player and of a visitor: with an empty cache, and in a second page with a warm one. */
async function practice({ browser, caller }) {
  const token = await caller.signIn('first-question@example.com')
  // The app sends the time zone when a player signs in.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await caller.call('POST', 'user/api/settings', { token, body: { time_zone: timeZone } })
  const player = { token, practiceStateStore: ALL_TOPICS }
  for (const [who, path, stored] of [
    ['player', '/app/practice/play', player],
    ['visitor', '/def/infinite-game', {}],
  ]) {
    const visits = { cold: [], warm: [] }
    for (let visit = 0; visit < RUNS; visit += 1) {
      const context = await newProfile(browser, URL, stored)
      for (const start of ['cold', 'warm']) {
        // The warm start begins like the cold one, without a stored question.
        const { page, transfer } = await openPage(context)
        await page.goto(path, { waitUntil: 'commit' })
        await page.waitForFunction(() => globalThis.vitals?.questionMs > 0)
        await page.waitForLoadState('networkidle')
        visits[start].push({ ...transfer(), questionMs: (await vitalsOf(page)).questionMs })
        await page.evaluate(() => localStorage.removeItem('randomQuestionsList'))
        await page.close()
      }
      await context.close()
    }
    const cold = medianBy(visits.cold, 'questionMs')
    report(`first question, ${who}, cold: after, ms`, Math.round(cold.questionMs), 3_500)
    report(`first question, ${who}, cold: requests`, cold.requests, 25)
    report(`first question, ${who}, cold: transferred, kB`, kilobytes(cold.bytes), 150)
    report(`first question, ${who}, cold: of which headers, kB`, kilobytes(cold.headers))
    report(`first question, ${who}, warm: after, ms`, Math.round(medianBy(visits.warm, 'questionMs').questionMs), 1_200)
  }
}

/**
 * Layout shifts of every screen, and the JavaScript and CSS that it loads. Those include what the games' screens load
 * ahead, once they are idle, for the screens that follow; e2e/weight.spec.ts checks the 130 kB of each route alone.
 */
async function screens({ browser, caller }) {
  const missing = new Set(Object.keys(ROUTES))
  for await (const { route, path, stored, isOffline = false } of allScreens(caller)) {
    missing.delete(route)
    const context = await newProfile(browser, URL, stored)
    if (isOffline) await goOffline(context, path)
    const { page, transfer } = await openPage(context, { isSlowNetwork: !isOffline })
    await page.goto(path, { waitUntil: 'networkidle' })
    const { layoutShift, shifts } = await vitalsOf(page)
    const arrived = new globalThis.URL(page.url()).pathname
    const name = arrived === path ? route : `${route} → ${arrived}`
    if (!isOffline) report(`${name}: JavaScript and CSS, kB`, kilobytes(transfer().code))
    report(`${name}: layout shift`, Number(layoutShift.toFixed(4)), 0.01)
    if (layoutShift > 0.01) report(`${name}: shifted`, [...new Set(shifts)].join(', ').slice(0, 60))
    await context.close()
  }
  if (missing.size > 0) throw new Error(`bench/web/screens.mjs lacks ${[...missing].join(', ')}`)
}

/** Visits the app until its service worker is installed, and takes the network away. */
async function goOffline(context, path) {
  const page = await context.newPage()
  await page.goto(path)
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  await page.waitForLoadState('networkidle')
  await page.close()
  await context.setOffline(true)
}

/** How long the slowest press of practice and of a whole game takes to show on the screen. */
async function play({ browser, caller }) {
  const token = await caller.signIn('practice@example.com')
  const context = await newProfile(browser, URL, { token })
  reportPlay('practice', await playPractice(context))
  await context.close()
  const players = []
  for (const name of ['host', 'guest']) {
    const playerToken = await caller.signIn(`${name}@example.com`)
    // Otherwise a sheet in the lobby asks for the name.
    await caller.call('POST', 'user/api/game_name', { token: playerToken, body: { name: `Player ${name}` } })
    players.push({ token: playerToken, context: await newProfile(browser, URL, { token: playerToken }) })
  }
  const [host, guest] = await playGame(players, caller.call)
  reportPlay('game, host', host)
  reportPlay('game, guest', guest)
  for (const player of players) await player.context.close()
}

function reportPlay(name, vitals) {
  report(`${name}: slowest of ${vitals.interactions} presses (${vitals.slowest}), ms`, vitals.slowestMs, 100)
  report(`${name}: layout shift`, Number(vitals.layoutShift.toFixed(4)), 0.01)
}

async function lighthouse({ caller }) {
  const token = await caller.signIn('lighthouse@example.com')
  const player = { token, practiceStateStore: ALL_TOPICS }
  for (const [path, stored, limit] of [
    ['/base/home', {}, 100],
    ['/app/dashboard', player, 95],
    ['/app/practice/play', player, 95],
  ]) {
    const runs = []
    for (let visit = 0; visit < RUNS; visit += 1) runs.push(await lighthouseScores(`${URL}${path}`, stored))
    const { scores, poor } = medianBy(runs, 'performance')
    report(`Lighthouse ${path}`, scores.join(' / '), limit, Math.min(...scores) < limit)
    for (const line of poor) console.log(`  ${line}`)
  }
}

function medianBy(visits, figure) {
  return visits.toSorted((one, other) => one[figure] - other[figure])[Math.floor(visits.length / 2)]
}

function kilobytes(bytes) {
  return Math.round(bytes / 100) / 10
}

await main()
