import { networkInterfaces } from 'node:os'
import { expect, test as base } from './support/game-fixture.ts'
import { QuizServer } from './support/quiz-server.ts'
import { START_TIMEOUT_MS } from './support/test.ts'

/** A server that other devices can reach, whose settings do not say under which address. */
const test = base.extend<object, { quiz: QuizServer }>({
  quiz: [
    async ({}, use) => {
      const quiz = await QuizServer.start({ HOST: '0.0.0.0' })
      await use(quiz)
      await quiz.dispose()
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
})

// Over plain HTTP a browser logs that it ignores this header, except on localhost.
test.use({ expectedPageError: /^console: The Cross-Origin-Opener-Policy header has been ignored/ })

const addresses = Object.values(networkInterfaces())
  .flatMap((infos = []) => infos)
  .filter(({ internal, family, address }) => !internal && family === 'IPv4' && !address.startsWith('169.254.'))
  .map(({ address }) => address)

test('with HOST=0.0.0.0 alone the server prints its addresses, and a phone joins by one that the lobby shows', async ({
  games,
  quiz,
}) => {
  test.skip(addresses.length === 0, 'this machine is in no network')
  const [, list = ''] = quiz.output.split('On other devices on the same network:\n')
  const origins = addresses.map((address) => `http://${address}:${quiz.port}`)
  expect(list.match(/http:\S+/g)?.toSorted()).toEqual(origins.toSorted())
  expect(quiz.output, 'a QR code').toMatch(/[▀▄█]{20}/)

  const host = await games.newPlayer('Hannah Host')
  const id = await games.openLobby(host)
  await expect(host.main.getByRole('img', { name: `QR code to join game ${id}` })).toBeVisible()
  const [shared = ''] = list.match(/http:\S+/) ?? []
  await expect(host.button(`${shared}/app/private-game/join/${id} Copy`)).toBeVisible()

  const phone = await games.newVisitor()
  await phone.goto(`${shared}/app/private-game/join/${id}`)
  await games.signIn(phone)
  await expect(phone).toHaveURL(`${shared}/app/private-game/lobby`)
  await expect(host.players).toHaveCount(2)
})
