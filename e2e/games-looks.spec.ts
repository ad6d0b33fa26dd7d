import type { Locator, Page } from '@playwright/test'
import type { GamePlayer } from './support/game-player.ts'
import { expect, type GameFixture, SMALL_PHONE, test } from './support/game-fixture.ts'
import { keepReveals } from './support/reveal-hold.ts'
import { drawn, expectGoodLooks, LONG_NAME } from './support/screen-checks.ts'

const SMALL_LANDSCAPE = { width: 667, height: 375 }
const CHOOSER = '/app/private-game'

/** Returns a function that mutes the page's socket, so that a screen that ends by itself can be checked for longer. */
async function prepareMute(page: Page): Promise<() => void> {
  let isMuted = false
  await page.routeWebSocket(/\/services\/gameplay\/socket/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isMuted) socket.send(message)
    })
  })
  return () => (isMuted = true)
}

interface Friends {
  games: GameFixture
  host: GamePlayer
  guest: GamePlayer
  /** Drops all further messages to the guest's page. */
  mute: () => void
}

interface GameScreen {
  name: string
  /** Brings the guest's or host's page to the screen, and returns a locator found only there. */
  open: (friends: Friends) => Promise<Locator>
}

const SCREENS: GameScreen[] = [
  {
    name: 'chooser of modes',
    async open({ guest }) {
      await guest.page.goto(CHOOSER)
      return guest.button('New')
    },
  },
  {
    name: 'form for an id, with an error',
    async open({ guest }) {
      await guest.page.goto(`${CHOOSER}/join`)
      await guest.main.getByLabel('Game id').fill('none')
      await guest.button('Join').click()
      return guest.main.getByText('Only numbers are allowed')
    },
  },
  {
    name: 'settings of a game',
    async open({ games, host }) {
      await games.open(host)
      await host.goTo('settings')
      const chosen = host.main.getByRole('button', { pressed: true })
      await expect(chosen).toHaveCount(3)
      return chosen.first()
    },
  },
  {
    name: "host's lobby",
    async open({ games, host, guest }) {
      await games.openLobby(host, guest)
      return host.button('Start game')
    },
  },
  {
    name: 'lobby of a game that is on',
    async open({ games, host, guest }) {
      await games.openLobby(host, guest)
      await games.removeClock(host)
      await games.start(host, guest)
      await guest.goTo('lobby')
      return guest.main.getByRole('heading', { name: 'Game in progress' })
    },
  },
  {
    name: 'question asked before one leaves',
    async open({ games, host, guest }) {
      await games.openLobby(host, guest)
      await games.removeClock(host)
      await games.start(host, guest)
      await guest.goTo('lobby')
      await guest.button('Leave game').click()
      return guest.sheet.getByRole('heading', { name: 'Leave game?' })
    },
  },
  {
    name: 'question of a game',
    async open({ games, host, guest, mute }) {
      await games.openLobby(host, guest)
      await games.start(host, guest)
      mute()
      return guest.timer
    },
  },
  {
    name: 'reveal with its ranking',
    async open({ games, host, guest }) {
      await keepReveals(host.page)
      const id = await games.openLobby(host, guest)
      await games.start(host, guest)
      await games.answerAll(id, [
        [host, true],
        [guest, false],
      ])
      await expect(host.ranking).toHaveCount(2)
      return host.ranking.first()
    },
  },
  {
    name: 'results',
    async open({ games, host, guest }) {
      await games.openLobby(host, guest)
      await games.start(host, guest)
      await games.call(host, 'game/update', { status: 'finished' })
      await host.expectAt('results')
      return host.results.first()
    },
  },
  {
    name: 'results of an abandoned game',
    async open({ games, host, guest }) {
      await games.openLobby(host, guest)
      await games.start(host, guest)
      await games.call(guest, 'game/leave')
      return host.main.getByText('This game was abandoned')
    },
  },
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, open } of SCREENS) {
  test(`${name}: nothing is wider than a small phone, and axe finds nothing serious in either theme`, async ({
    games,
  }) => {
    const host = await games.newPlayer(LONG_NAME, SMALL_PHONE)
    const guest = await games.newPlayer('W'.repeat(LONG_NAME.length), SMALL_PHONE)
    const mute = await prepareMute(guest.page)
    const proof = await open({ games, host, guest, mute })
    const page = proof.page()
    await expect(proof).toBeVisible()
    await expectGoodLooks(page, name, [SMALL_PHONE])
    await expect(proof, 'this screen was the one checked').toBeVisible()
  })
}

test('with 200 % text no key letter covers an answer, and a chosen answer keeps its box', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host', SMALL_PHONE)
  const guest = await games.newPlayer('Gustav Guest', SMALL_PHONE)
  await games.openLobby(host, guest)
  await games.removeClock(host)
  await games.start(host, guest)
  await host.page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await drawn(host.page)
  const boxes = () =>
    host.answers.evaluateAll((buttons) =>
      buttons.map((button) => {
        const [, text, letter] = [...button.children].map((part) => part.getBoundingClientRect())
        return { height: button.getBoundingClientRect().height, isApart: text && letter && text.right <= letter.left }
      }),
    )
  const before = await boxes()
  expect(before.map(({ isApart }) => isApart)).toEqual([true, true, true, true])
  await host.answers.first().click()
  await expect(host.waiting).toBeVisible()
  expect(await boxes()).toEqual(before)
})

test('with 200 % text nothing overlaps on the screen of a watched question', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const { main, page } = await games.newPlayer('Lea Late', SMALL_LANDSCAPE)
  const id = await games.openLobby(host, guest)
  await games.removeClock(host)
  await games.start(host, guest)
  await page.goto(`${CHOOSER}/join/${id}`)
  const answers = main.getByRole('list', { name: 'Answers' })
  await expect(answers.getByRole('listitem')).toHaveCount(4)
  await expect(main.getByText('0 of 2 have answered')).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  for (const size of [SMALL_PHONE, { width: 390, height: 844 }, SMALL_LANDSCAPE, { width: 844, height: 390 }]) {
    await page.setViewportSize(size)
    await drawn(page)
    await expect.poll(() => coveredTexts(main), `${size.width} px`).toEqual([])
  }
})

test('on a small phone in landscape the ranking has room for names, and an abandoned game for its answers', async ({
  games,
}) => {
  const host = await games.newPlayer('Hannah Host', SMALL_LANDSCAPE)
  const guest = await games.newPlayer('Gustav Guest', SMALL_LANDSCAPE)
  const reveals = await keepReveals(host.page)
  const id = await games.openLobby(host, guest)
  await games.removeClock(host)
  await games.start(host, guest)
  await games.answerAll(id, [
    [host, true],
    [guest, false],
  ])
  await expect(host.ranking).toHaveCount(2)
  for (const { name } of [host, guest]) {
    const shown = host.ranking.getByText(name, { exact: true })
    await expect.poll(() => shown.evaluate((part) => part.scrollWidth - part.clientWidth), name).toBe(0)
  }
  reveals.release()
  await games.call(guest, 'game/leave')
  await expect(host.main.getByText('This game was abandoned')).toBeVisible()
  const link = host.main.getByRole('link', { name: /^Your answers/ })
  await expect(link).toBeVisible()
  const besideLink = () =>
    link.evaluate((part) => {
      const picture = part.parentElement?.querySelector('img')?.getBoundingClientRect()
      return picture !== undefined && picture.right < part.getBoundingClientRect().left
    })
  await expect.poll(besideLink).toBe(true)
})

test('a place in the results is clear of the edge of its row even with short names', async ({ games }) => {
  const host = await games.newPlayer('Hannah', SMALL_PHONE)
  const guest = await games.newPlayer('Gustav', SMALL_PHONE)
  await games.openLobby(host, guest)
  await games.start(host, guest)
  await games.call(host, 'game/update', { status: 'finished' })
  await expect(host.results).toHaveCount(2)
  const insets = await host.results.evaluateAll((rows) =>
    rows.map((row) => {
      const digits = document.createRange()
      digits.selectNodeContents(row.firstElementChild ?? row)
      return digits.getBoundingClientRect().left - row.getBoundingClientRect().left
    }),
  )
  for (const inset of insets) expect(inset).toBeGreaterThanOrEqual(10)
})

test('with 200 % text long names in the results are whole, and places and points stay on the screen', async ({
  games,
}) => {
  const host = await games.newPlayer(LONG_NAME, SMALL_PHONE)
  const guest = await games.newPlayer('W'.repeat(LONG_NAME.length), SMALL_PHONE)
  await games.openLobby(host, guest)
  await games.start(host, guest)
  await games.call(host, 'game/update', { status: 'finished' })
  await expect(host.results).toHaveCount(2)
  const cutParts = () =>
    host.results.getByRole('cell').evaluateAll((cells) =>
      cells
        .flatMap((cell) => [cell, ...cell.querySelectorAll('span')])
        .filter((part) => {
          const { left, right, height } = part.getBoundingClientRect()
          return left < 0 || right > window.innerWidth || part.scrollHeight > height + 1
        })
        .map((part) => part.textContent),
    )
  for (const size of [SMALL_PHONE, { width: 390, height: 844 }, SMALL_LANDSCAPE]) {
    await host.page.setViewportSize(size)
    for (const percent of [100, 200]) {
      await host.page.evaluate((value) => (document.documentElement.style.fontSize = `${value}%`), percent)
      await drawn(host.page)
      await expect.poll(cutParts, `${size.width} px, text ${percent} %`).toEqual([])
    }
  }
})

test('the first guest in a lobby replaces the waiting line', async ({ games }) => {
  const host = await games.newPlayer('Hannah Host')
  const guest = await games.newPlayer('Gustav Guest')
  const id = await games.openLobby(host)
  const headings = host.main.getByRole('heading', { level: 2 })
  const tops = () => headings.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
  await expect(host.main.getByText('5 questions')).toBeVisible()
  // Takes the place of the QR code here, and is taller.
  await expect(host.main.getByText('How to set it up')).toBeVisible()
  const before = await tops()
  await games.call(guest, `game/${id}/join`)
  await expect(host.players).toHaveCount(2)
  expect(await tops()).toEqual(before)
})

/** Pairs of texts that overlap. The card of the question, which scrolls, counts as one text. */
function coveredTexts(main: Locator): Promise<string[]> {
  return main.evaluate((root) => {
    const card = root.querySelector('h1')?.closest('section')
    const boxes = card ? [{ text: 'card', box: card.getBoundingClientRect() }] : []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: element, textContent: text } = node
      if (!element || !text?.trim() || card?.contains(element) || element.closest('.sr')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) boxes.push({ text, box })
    }
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(({ box }) => {
          const width = Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left)
          const height = Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top)
          // The boxes of two lines touch.
          return width > 1 && height > 8
        })
        .map(({ text }) => `${one.text} / ${text}`),
    )
  })
}
