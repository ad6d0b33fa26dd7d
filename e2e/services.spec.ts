import type { Leaderboard } from '@quizmaster/contract/http/stats'
import { servicePath, SERVICES } from '@quizmaster/contract/routes/route'
import { expect, test as base } from './support/game-fixture.ts'
import { PlayScreen } from './support/play-screen.ts'
import { QuizServer } from './support/quiz-server.ts'
import { START_TIMEOUT_MS } from './support/test.ts'

/** One program has user and admin, one gameplay and one stats. They share PostgreSQL and Valkey, behind one proxy. */
const test = base.extend<object, { quiz: QuizServer }>({
  quiz: [
    async ({}, use) => {
      const quiz = await QuizServer.startServices()
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

test('each service is served by its program only, and all of them at the address of the site', async ({ quiz }) => {
  for (const service of SERVICES) {
    const path = `${servicePath(service)}/openapi.json`
    const found = await Promise.all(
      (quiz.proxy?.servers ?? []).map(async (settings) => {
        const { ok } = await fetch(`http://localhost:${settings['PORT']}${path}`)
        return ok ? settings['SERVICES']?.split(',').includes(service) : null
      }),
    )
    expect(found.filter((isServed) => isServed !== null)).toEqual([true])
    expect((await fetch(`${quiz.url}${path}`)).ok).toBe(true)
  }
})

test('points of a journey come from one program and are shown by the socket of another', async ({ player, quiz }) => {
  const play = new PlayScreen(player, quiz)
  await player.getByRole('link', { name: 'Journey' }).click()
  await player.getByRole('switch', { name: 'All topics' }).click()
  await player.getByRole('button', { name: /^Start journey/ }).click()
  const level = player.getByRole('banner').getByRole('progressbar', { name: 'Level progress' })
  await expect(level).toHaveAttribute('value', '0')
  const { rightIndex } = await play.solution()
  await play.answers.nth(rightIndex).click()
  await expect(play.correct).toBeVisible()
  await expect(level).not.toHaveAttribute('value', '0')
})

test('friends play a game to its end, and its points are on the leaderboard', async ({ games, quiz }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const id = await games.openLobby(host, guest)
  await games.removeClock(host)
  await games.start(host, guest)
  for (let index = 0; index < 5; index += 1) {
    await Promise.all(
      [host, guest].map((player) => expect(player.main.getByText(`Question ${index + 1} of 5`)).toBeVisible()),
    )
    // Not all five, as that can reach a level, whose sheet would cover the results.
    await Promise.all([host.answerUntilTaken(id, index < 4), guest.answerUntilTaken(id, false)])
    await games.untilClosed(host, id, index + 1)
  }
  await Promise.all([host, guest].map((player) => player.expectAt('results')))
  const [first] = await host.resultRows(2)
  expect(first).toContain(host.name)
  expect(await guest.resultRows(2)).toEqual(await host.resultRows(2))
  const pointsOnBoard = async () => {
    const headers = { authorization: `Bearer ${host.token}` }
    const response = await fetch(`${quiz.url}/services/stats/api/leaderboard`, { headers })
    const { data } = (await response.json()) as { data: Leaderboard }
    return data.me?.points
  }
  await expect.poll(pointsOnBoard).toBeGreaterThan(0)
})
