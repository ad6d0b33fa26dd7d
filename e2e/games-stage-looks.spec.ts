import type { StageGame } from '@quizmaster/contract/http/stage'
import { DISPLAY_NAME_MAX_LENGTH } from '@quizmaster/contract/limits'
import type { Page } from '@playwright/test'
import { buildStageGame, QUESTION, REVEAL } from '../apps/web/src/features/games/testing/build-stage-game.ts'
import { DrawnStage } from './support/drawn-stage.ts'
import { expectAccessible, LONG_NAME } from './support/screen-checks.ts'
import { expectLegible, TV } from './support/stage-screen.ts'
import { expect, test } from './support/test.ts'

const TELEVISIONS = [TV, { width: 1920, height: 1080 }]
/** The televisions, and a projector that is nearly square. */
const SIZES = [...TELEVISIONS, { width: 1024, height: 768 }]
const LONG_NAMES = [LONG_NAME, 'W'.repeat(DISPLAY_NAME_MAX_LENGTH)]
/** Long enough for a clock to keep running while the test checks the screen. */
const LONG_MS = 3_600_000

type Question = NonNullable<StageGame['question']>

function questionOf(text: string, answers: readonly string[]): Question {
  return {
    ...QUESTION,
    text,
    answers: QUESTION.answers.map((answer, n) => ({ ...answer, text: answers[n] ?? answer.text })),
  }
}

const LONG_ANSWER = 'The North Sea and the Baltic Sea, and the river Elbe'
const LONG_QUESTION = questionOf(
  'Which two seas does the canal join that ships have used since 1895 instead of the long way round the Skagerrak, and ' +
    'which river does it meet at its western end in Brunsbüttel?',
  [LONG_ANSWER, `${LONG_ANSWER}, too`],
)
const LONG_REVEAL = {
  ...REVEAL,
  description:
    'Each lighthouse has a rhythm of its own, which is printed on charts, so that a crew knows which one it sees.',
}

/** A lobby with `count` players, of whom the last two have long names. */
function gameOf(count: number, change: Partial<StageGame> = {}): StageGame {
  const game = buildStageGame(count, change)
  const players = game.players.map((player, n) => ({ ...player, name: LONG_NAMES[count - 1 - n] ?? player.name }))
  return { ...game, players }
}

function open(count: number, change: Partial<StageGame> = {}): StageGame {
  return gameOf(count, { status: 'running', phase_ends_at: Date.now() + LONG_MS, question: QUESTION, ...change })
}

/** After a question that took the last player to first place. */
function revealed(change: Partial<StageGame> = {}): StageGame {
  const game = open(12, { reveal: LONG_REVEAL, ...change })
  const last = game.players.length - 1
  const order = [...game.players.slice(last), ...game.players.slice(0, last)]
  const players = order.map((player, n) => ({ ...player, gained: n === 0 ? 950 : 0, old_place: n === 0 ? 12 : n }))
  return { ...game, players }
}

function finished(count: number, change: Partial<StageGame> = {}): StageGame {
  return gameOf(count, { status: 'finished', ...change })
}

function evening(): StageGame['evening'] {
  const [host, second] = buildStageGame(2).players.map(({ id }) => id)
  return host && second ? { players: [], wins: { [host]: 2, [second]: 1 } } : undefined
}

type Screen = readonly [name: string, game: () => StageGame, proof: string]

/** The screens by phase, each with a text that the one before it does not have. */
const PHASES: Readonly<Record<string, readonly Screen[]>> = {
  lobby: [
    ['lobby of three', () => gameOf(3), 'Anna Example starts the game'],
    ['lobby of twelve', () => gameOf(12), 'Player 9'],
    ['lobby of fifty', () => gameOf(50), 'and 27 more'],
    ['hidden id', () => gameOf(6, { id: null }), 'Hidden by the host'],
    ['locked lobby', () => gameOf(6, { is_locked: true }), 'The lobby is locked'],
    ['get ready', () => gameOf(12, { status: 'starting', phase_ends_at: Date.now() + LONG_MS }), 'Get ready'],
  ],
  question: [
    ['question', () => open(12), '1 of 12'],
    ['long question', () => open(12, { question: LONG_QUESTION, is_relaxed: true }), LONG_QUESTION.text],
    ['time is up', () => open(20, { phase_ends_at: Date.now() }), '1 of 20'],
    ['relaxed time', () => open(12, { phase_ends_at: Date.now(), is_relaxed: true }), 'Waiting for answers'],
    ['no clock', () => open(50, { settings: { topics: [], question_count: 10, has_clock: false } }), '1 of 50'],
  ],
  reveal: [
    ['reveal', () => revealed(), QUESTION.answers[1]?.text ?? ''],
    ['reveal of a long question', () => revealed({ question: LONG_QUESTION }), LONG_QUESTION.text],
    ['reveal without an explanation', () => revealed({ reveal: { ...REVEAL, description: null } }), QUESTION.text],
  ],
  results: [
    ['podium of two', () => finished(2), 'Game results'],
    ['cancelled game', () => finished(7, { is_cancelled: true }), 'Player 4'],
    ['podium of fifty', () => finished(50, { evening: evening() }), 'and 39 more players'],
    ['abandoned game', () => finished(1), 'This game was abandoned'],
  ],
}

test.use({ viewport: TV, contextOptions: { reducedMotion: 'reduce' } })

async function expectGoodStage(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectLegible(page, `${name}, ${size.width}×${size.height}`)
  }
  await page.setViewportSize(TV)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${name}, ${colorScheme}`)
  }
}

for (const [phase, screens] of Object.entries(PHASES)) {
  test(`a stage is legible from the back of the room, and axe finds nothing serious: ${phase}`, async ({ page }) => {
    const stage = await DrawnStage.open(page)
    const shown = page.getByRole('main').or(page.getByRole('banner'))
    for (const [name, game, proof] of screens) {
      await test.step(name, async () => {
        stage.show(game())
        await expect(shown.getByText(proof, { exact: true }).first()).toBeVisible()
        await expectGoodStage(page, name)
      })
    }
  })
}

test('the wins of an evening are whole with four winners on a television', async ({ page }) => {
  const stage = await DrawnStage.open(page)
  const game = finished(4)
  const wins = Object.fromEntries(game.players.map(({ id }, n) => [id, 4 - n]))
  const names = ['Anna Example', 'Benjamin Example', 'Cleo Example', 'Dorothea Example']
  const players = game.players.map((player, n) => ({ ...player, name: names[n] ?? player.name }))
  stage.show({ ...game, players, evening: { players: [], wins } })
  const tonight = page.getByText('Tonight: Anna Example 4, Benjamin Example 3, Cleo Example 2, Dorothea Example 1')
  await expect(tonight).toBeVisible()
  for (const size of TELEVISIONS) {
    await page.setViewportSize(size)
    const missing = () =>
      tonight.evaluate((part) => Math.max(part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight))
    // Letters may reach a little beyond their line.
    await expect.poll(missing, `${size.width}×${size.height}`).toBeLessThan(5)
  }
})

test('the letters of a stage are legible from the back of the room, and axe finds nothing serious', async ({
  page,
}) => {
  await DrawnStage.open(page)
  await expectGoodStage(page, 'letters')
})
