import { test as plainTest, type Page } from '@playwright/test'
import { expect, GameFixture, SMALL_PHONE, test } from './support/game-fixture.ts'
import type { GamePlayer } from './support/game-player.ts'
import { QuizServer } from './support/quiz-server.ts'
import { lettersOn, openStage } from './support/stage-screen.ts'

/** Two players and the stage that shows their game. */
interface Room {
  games: GameFixture
  host: GamePlayer
  guest: GamePlayer
  stage: Page
}

/** What goes wrong in a phase, for all three devices or for the server. */
type Disruption = (room: Room) => Promise<void>

const PHASES = ['lobby', 'countdown', 'question', 'answer', 'reveal', 'results'] as const
type Phase = (typeof PHASES)[number]

/** A lost connection is retried after up to 10 s, and a busy machine takes longer. */
const AGAIN = { timeout: 60_000 }
/** Four starts of a server, each of which takes long on a busy machine. */
const LONG_MS = 900_000
const OFFLINE = /^(?:You are offline|Reconnecting(?:\.\.\.)?)$/

const devicesOf = ({ host, guest, stage }: Room): Page[] => [host.page, guest.page, stage]

const loseNetwork: Disruption = async (room) => {
  const devices = devicesOf(room)
  await Promise.all(devices.map((page) => page.context().setOffline(true)))
  await Promise.all(devices.map((page) => expect(page.getByText(OFFLINE)).toBeVisible()))
  await Promise.all(devices.map((page) => page.context().setOffline(false)))
  await untilConnected(room)
}

const reload: Disruption = async (room) => {
  await Promise.all(devicesOf(room).map((page) => page.reload()))
}

const killServer: Disruption = async (room) => {
  const { quiz } = room.games
  await quiz.end('SIGKILL')
  await quiz.start()
  await untilConnected(room)
}

async function untilConnected(room: Room): Promise<void> {
  await Promise.all(devicesOf(room).map((page) => expect(page.getByText(OFFLINE)).toHaveCount(0, AGAIN)))
}

async function expectLobby({ host, guest, stage }: Room): Promise<void> {
  for (const { players } of [host, guest]) await expect(players).toHaveCount(2, AGAIN)
  await expect(stage.getByText('Hannah Host starts the game')).toBeVisible(AGAIN)
  await expect(stage.getByRole('listitem')).toHaveText([/Hannah Host/, /Gustav Guest/])
}

/** All three show the open question with this number, and how many have answered it. */
async function expectQuestion(room: Room, number: number, answered: number): Promise<void> {
  const { host, guest, stage } = room
  await expect(stage.getByRole('banner').getByText(`Question ${number} of 5`)).toBeVisible(AGAIN)
  for (const { main, answers } of [host, guest]) {
    await expect(main.getByRole('region', { name: `Question ${number} of 5` })).toBeVisible(AGAIN)
    await expect(answers).toHaveCount(4)
  }
  await expect(stage.getByRole('list', { name: 'Answers' }).getByRole('listitem')).toHaveCount(4)
  await expect(stage.getByText(`${answered} of 2`, { exact: true })).toBeVisible(AGAIN)
  const text = await host.question.innerText()
  await expect(stage.getByRole('heading', { level: 1 })).toHaveText(text)
  await expect(guest.question).toHaveText(text)
}

async function expectResults({ host, guest, stage }: Room): Promise<void> {
  for (const player of [host, guest]) await player.expectAt('results')
  await expect(stage.getByRole('heading', { name: 'Game results' })).toBeVisible(AGAIN)
  await expect(stage.getByRole('table', { name: 'Game results' }).locator('tbody').getByRole('row')).toHaveText(
    [/1.*Hannah Host/, /2.*Gustav Guest/],
    AGAIN,
  )
}

/**
 * Plays a game with a disruption in each of `phases`; in `answer` one of the two players has answered. `questions` is
 * how many are played before the host ends the game; 5 are all.
 */
async function playThrough(
  games: GameFixture,
  disrupt: Disruption,
  questions: 2 | 5,
  phases: readonly Phase[] = PHASES,
): Promise<void> {
  const [host, guest, stage] = await Promise.all([
    games.newPlayer('Hannah Host'),
    games.newPlayer('Gustav Guest', SMALL_PHONE),
    openStage(games),
  ])
  const room = { games, host, guest, stage }
  const disruptIn = async (phase: Phase) => phases.includes(phase) && disrupt(room)
  const letters = await lettersOn(stage)
  const id = await games.openLobby(host, guest)
  await games.removeClock(host)
  await games.call(host, 'game/stage', { letters })
  await expectLobby(room)
  await disruptIn('lobby')
  await expectLobby(room)

  await games.call(host, 'game/update', { status: 'starting' })
  await disruptIn('countdown')
  await expectQuestion(room, 1, 0)
  await disruptIn('question')
  await expectQuestion(room, 1, 0)
  await host.answer(id, true)
  // The server has it, so no crash can lose it.
  await expect(stage.getByText('1 of 2', { exact: true })).toBeVisible(AGAIN)
  await disruptIn('answer')
  await expectQuestion(room, 1, 1)
  await expect(host.waiting).toBeVisible(AGAIN)
  await guest.answer(id, false)
  await games.untilClosed(host, id, 1)
  await disruptIn('reveal')

  for (let number = 2; number <= questions; number += 1) {
    await expectQuestion(room, number, 0)
    await games.answerAll(id, [
      // Not all five, as that reaches a level, whose sheet would cover the results.
      [host, number < 5],
      [guest, false],
    ])
    await games.untilClosed(host, id, number)
  }
  if (questions < 5) await games.call(host, 'game/update', { status: 'finished' })
  await expectResults(room)
  await disruptIn('results')
  await expectResults(room)
  await games.call(host, 'game/rematch')
  await expectLobby(room)
}

test('two players and a stage play a whole game and go on to the next, with a reload in every phase', async ({
  games,
}) => {
  await playThrough(games, reload, 5)
})

test('two players and a stage go on after the network was cut in every phase', async ({ games }) => {
  await playThrough(games, loseNetwork, 2)
})

for (const phases of [PHASES.slice(0, 3), PHASES.slice(3)]) {
  const title = `two players and a stage go on after kill -9 of the server: ${phases.join(', ')}`
  plainTest(title, async ({ browser }) => {
    plainTest.setTimeout(LONG_MS)
    const quiz = await QuizServer.start()
    const games = new GameFixture(browser, quiz)
    try {
      await playThrough(games, killServer, 2, phases)
      expect(games.pageErrors).toEqual([])
    } finally {
      await games.close()
      await quiz.dispose()
    }
  })
}
