import type { Page } from '@playwright/test'
import { expect, type GameFixture, test as base } from './support/game-fixture.ts'
import type { GamePlayer } from './support/game-player.ts'
import { keepReveals } from './support/reveal-hold.ts'
import { wrongPlace } from './support/right-answers.ts'
import { recordSpoken, spoken } from './support/spoken.ts'
import { lettersOn, TV } from './support/stage-screen.ts'

/**
 * Whole journeys with the keyboard alone. `heard` returns what was said since its last call, and masks what differs
 * from run to run.
 */
const test = base.extend<{ heard: (page: Page) => Promise<string[]> }>({
  heard: async ({}, use) =>
    use(async (page) => (await spoken(page)).map(withoutContent).filter((line) => !DEPENDS_ON_SPEED.test(line))),
})

/**
 * Lines that are said or not, depending on how long a step takes. When the seconds are said is tested in
 * game-play.test.tsx, and a stage's countdown in stage.test.tsx.
 */
const DEPENDS_ON_SPEED = /^(?:Loading|\d+ seconds left|Get ready|! \d)$/

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/A: .+\. B: .+\. C: .+\. D: .+/, 'A: … B: … C: … D: …'],
  [/(Question \d+ of \d+), .+, region, .+, heading/, '$1, TOPIC, region, QUESTION, heading'],
  [/> Question, region, .+, heading/, '> Question, region, QUESTION, heading'],
  [/(That's correct! Answer is) .+/, '$1 … EXPLANATION'],
  [/(Sorry, correct answer is) .+\. You chose .+/, '$1 … You chose … EXPLANATION'],
  [/(Sorry, correct answer is) .+(?<!EXPLANATION)$/, '$1 … EXPLANATION'],
  [/(Question \d+ of \d+), .+\. .+ (?=A: …)/, '$1, TOPIC. QUESTION '],
  [/The answer is [A-D], .+/, 'The answer is … EXPLANATION'],
  [/Letters: .+/, 'Letters: …'],
  [/[\d,]+ points/, 'N points'],
  [/\d{8}/, 'ID'],
]

function withoutContent(line: string): string {
  return MASKS.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line)
}

/**
 * Presses Tab until the element named `name` has the focus, however long its screen takes to load. Discards what was
 * said on the way.
 */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const press = async () => {
    await page.keyboard.press('Tab')
    return (await spoken(page)).at(-1) ?? ''
  }
  await expect.poll(press, { intervals: [10] }).toMatch(name)
}

async function pressOn(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Waits until what was said matches, so that nothing of it is missing. */
async function untilSaid(page: Page, pattern: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (JSON.parse(sessionStorage.getItem('e2e-spoken') ?? '[]') as string[]).join('\n')))
    .toMatch(pattern)
}

async function listening(games: GameFixture, name: string): Promise<GamePlayer> {
  const player = await games.newPlayer(name)
  await recordSpoken(player.page.context())
  return player
}

/** Opens the dashboard and waits until the app runs: until then a link reloads the page, so reading it fails. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto('/app/dashboard')
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
}

/** The lines from the first that matches to the last, or to the first after it that matches `end`. */
function from(lines: readonly string[], start: RegExp, end = /$^/): string[] {
  const first = lines.findIndex((line) => start.test(line))
  const rest = lines.slice(first)
  const last = rest.findIndex((line) => end.test(line))
  return first < 0 ? [] : rest.slice(0, last < 0 ? undefined : last + 1)
}

test('signing in', async ({ games, quiz, heard }) => {
  const page = await games.newVisitor()
  await recordSpoken(page.context())
  const email = `${crypto.randomUUID()}@example.com`
  await page.goto('/base/home')
  await pressOn(page, /^> Sign in, link/)
  await expect(page).toHaveURL('/base/login/request-code')
  await tabTo(page, /^> E-mail/)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/base/login/verify-code')
  await untilSaid(page, /Verify code/)
  expect(await heard(page)).toEqual(['> Code from your e-mail, group, Digit 1 of 6, textbox', 'Verify code'])
  await page.keyboard.type(await quiz.mailedCode(email))
  await expect(page).toHaveURL('/app/dashboard')
  expect(await heard(page)).toContain('Checking code')
})

test('practice', async ({ games, heard }) => {
  const { page } = await listening(games, 'Paula Practice')
  await openDashboard(page)
  await pressOn(page, /Journey.*link/)
  await untilSaid(page, /Select topics for practice/)
  await tabTo(page, /All topics/)
  await page.keyboard.press('Space')
  await pressOn(page, /Start journey/)
  await untilSaid(page, /A: /)
  const asked = ['> Question, region, QUESTION, heading', 'A: … B: … C: … D: …']
  expect(from(await heard(page), /^> Question/)).toEqual(asked)
  await page.keyboard.press('?')
  await page.keyboard.press('b')
  await untilSaid(page, /Answer is|answer is/i)
  expect(await heard(page)).toEqual([
    'Keys. Press 1 to 4 or A to D to answer, Enter to continue.',
    '> Next question, button',
    expect.stringMatching(/^(That's correct! Answer is … EXPLANATION|Sorry, .+ … You chose … EXPLANATION)$/),
  ])
  await page.keyboard.press('Enter')
  await untilSaid(page, /A: /)
  expect(await heard(page)).toEqual(asked)
})

test('a whole game, as host and as guest', async ({ games, heard }) => {
  const host = await listening(games, 'Hannah Host')
  const guest = await listening(games, 'Gustav Guest')
  const both = [host, guest]
  const keepers = await Promise.all(both.map(({ page }) => keepReveals(page)))

  await openDashboard(host.page)
  await pressOn(host.page, /Play with friends, link/)
  await pressOn(host.page, /^> New, button/)
  await host.expectAt('lobby')
  await pressOn(host.page, /Choose topics, link/)
  await expect(host.main.getByRole('group', { name: 'Topics' }).getByRole('button')).not.toHaveCount(0)
  await tabTo(host.page, /Number of questions, radiogroup/)
  await host.page.keyboard.press('ArrowLeft')
  await tabTo(host.page, /Topics, group.*button/)
  await host.page.keyboard.press('Space')
  await pressOn(host.page, /Save/)
  await host.expectAt('lobby')
  const id = await host.main.getByRole('definition').innerText()
  await games.removeClock(host)
  await heard(host.page)

  await openDashboard(guest.page)
  await pressOn(guest.page, /Play with friends, link/)
  await pressOn(guest.page, /^> Join, /)
  await tabTo(guest.page, /Game id/)
  await guest.page.keyboard.type(id)
  await guest.page.keyboard.press('Enter')
  await guest.expectAt('lobby')
  await untilSaid(host.page, /joined/)
  expect(await heard(host.page)).toEqual(['Gustav Guest joined, 2 players'])
  await pressOn(host.page, /Start game/)

  for (let question = 1; question <= 5; question += 1) {
    for (const { page } of both) await untilSaid(page, new RegExp(`Question ${question} of 5[^]*A: `))
    const asked = [`> Question ${question} of 5, TOPIC, region, QUESTION, heading`, 'A: … B: … C: … D: …']
    for (const { page } of both) {
      const lines = await heard(page)
      // The countdown comes before the first one.
      expect(question === 1 ? lines.slice(-2) : lines).toEqual(asked)
    }
    const right = await games.rightIndex(host, id)
    const wrong = (right + 1) % 4
    await host.page.keyboard.press('1234'[right] ?? '')
    await untilSaid(host.page, /Waiting/)
    await guest.page.keyboard.press('abcd'[wrong] ?? '')
    for (const { page } of both) await untilSaid(page, /You are/)
    expect(await heard(host.page)).toEqual([
      `You chose ${'ABCD'[right]}`,
      'Waiting for other players',
      "That's correct! Answer is … EXPLANATION",
      // Before the first question players without points are ordered by name.
      `You are 1st of 2, ${question === 1 ? 'up 1, ' : ''}N points`,
    ])
    expect(await heard(guest.page)).toEqual([
      `You chose ${'ABCD'[wrong]}`,
      'Waiting for other players',
      'Sorry, correct answer is … You chose … EXPLANATION',
      `You are 2nd of 2, ${question === 1 ? 'down 1, ' : ''}N points`,
    ])
    for (const keeper of keepers) keeper.release()
  }
  for (const { page } of both) {
    await untilSaid(page, /has won/)
    expect(from(await heard(page), /Game results/, /has won/)).toEqual([
      '> Game results, heading',
      'Hannah Host has won with N points. Gustav Guest is second.',
    ])
  }
})

test('a stage, from its letters to the podium', async ({ games, heard }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const stage = await games.newVisitor(TV)
  await recordSpoken(stage.context())
  await stage.goto('/stage')
  const letters = await lettersOn(stage)
  const id = await games.open(host)
  await games.removeClock(host)
  await games.call(host, 'game/stage', { letters })
  await untilSaid(stage, /Following/)
  await games.call(guest, `game/${id}/join`)
  await untilSaid(stage, /joined/)
  await games.call(host, 'game/lock', { is_locked: true })
  await untilSaid(stage, /locked/)
  await games.call(host, 'game/update', { status: 'starting' })
  for (let question = 1; question <= 5; question += 1) {
    await untilSaid(stage, new RegExp(`Question ${question} of 5`))
    const { questions } = await games.fetchGame(host, id)
    const right = await games.rightIndex(host, id)
    for (const [player, index] of [
      [host, right],
      [guest, (right + 1) % 4],
    ] as const) {
      const answer = questions.at(-1)?.answers[index]?.id
      await games.call(player, 'game/commit_answer', { answer, time_spent: 1_000 })
    }
  }
  await untilSaid(stage, /has won/)
  expect(await heard(stage)).toEqual([
    'Show a game here. Letters: …',
    "Following Hannah Host's game",
    'Gustav Guest joined, 2 players',
    'The lobby is locked',
    ...[1, 2, 3, 4, 5].flatMap((number) => [
      `Question ${number} of 5, TOPIC. QUESTION A: … B: … C: … D: …`,
      'The answer is … EXPLANATION',
    ]),
    'Hannah Host has won with N points. Gustav Guest is second.',
  ])
})

test('the Daily Ten', async ({ games, heard }) => {
  const { page } = await listening(games, 'Dora Daily')
  await openDashboard(page)
  await pressOn(page, /Daily Ten.*link/)
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible()
  await pressOn(page, /> Start, link/)
  for (let question = 1; question <= 10; question += 1) {
    await untilSaid(page, /A: /)
    expect(from(await heard(page), /^> Question/)).toEqual([
      '> Question, region, QUESTION, heading',
      'A: … B: … C: … D: …',
    ])
    // Never right, because five right answers reach a level, whose sheet is spoken too.
    const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button')
    const place = await wrongPlace(page.getByRole('heading', { level: 1 }), answers)
    await page.keyboard.press('1234'[place] ?? '')
    await untilSaid(page, /answer is/)
    expect(await heard(page)).toEqual([
      question === 10 ? '> See result, button' : '> Next question, button',
      'Sorry, correct answer is … You chose … EXPLANATION',
    ])
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { level: 1, name: /of 10/ })).toBeVisible()
})
