import { expect, test as base } from './support/game-fixture.ts'
import { QuizServer } from './support/quiz-server.ts'
import { START_TIMEOUT_MS } from './support/test.ts'

/**
 * A server that other devices can reach. The name stands for its address in the home network: browsers resolve it to
 * this machine, and it is another origin than localhost.
 */
const test = base.extend<object, { quiz: QuizServer }>({
  quiz: [
    async ({}, use) => {
      const quiz = await QuizServer.start({ HOST: '0.0.0.0', PUBLIC_URL: 'http://computer.localhost:{port}' })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

test('a game opened on localhost invites to an address that a phone can open, and the phone plays along', async ({
  games,
  quiz,
}) => {
  const shared = `http://computer.localhost:${quiz.port}`
  expect(quiz.output).toContain(`On other devices on the same network:\n  ${shared}\n`)

  const host = await games.newPlayer('Hannah Host')
  const id = await games.openLobby(host)
  await expect(host.main.getByRole('img', { name: `QR code to join game ${id}` })).toBeVisible()
  const link = `${shared}/app/private-game/join/${id}`
  await expect(host.button(`${link} Copy`)).toBeVisible()

  const phone = await games.newVisitor()
  await phone.goto(link)
  await games.signIn(phone)
  await expect(phone).toHaveURL(`${shared}/app/private-game/lobby`)
  await expect(host.players).toHaveCount(2)

  await host.button('Start game').click()
  const answers = phone.getByRole('group', { name: 'Answers' }).getByRole('button')
  await expect(answers).toHaveCount(4)
  await host.expectAt('play')
  await answers.first().click()
  await expect(phone.getByText('Waiting for other players', { exact: true })).toBeVisible()
})
