import type { Locator, Page } from '@playwright/test'
import { PlayScreen } from './support/play-screen.ts'
import type { QuizServer } from './support/quiz-server.ts'
import { drawn, expectGoodLooks, expectWholeWords, SIZES } from './support/screen-checks.ts'
import { expect, store, test } from './support/test.ts'

interface Screen {
  name: string
  isForPlayers?: boolean
  open: (page: Page, quiz: QuizServer) => Promise<unknown>
}

const allTopics = async (page: Page) => {
  await page.goto('/app/practice/settings')
  await page.getByRole('switch', { name: 'All topics' }).click()
}

/** Longer than the question bank allows. */
const LONG_QUESTION = {
  id: '00000000-0000-4000-8000-000000000001',
  text: 'Which of these very long questions, written so that it fills several lines on a small phone and has to be set in smaller letters, is the one that nobody would have asked otherwise?',
  topic: { id: '00000000-0000-4000-8000-000000000002', text: 'Languages of the world' },
  answers: ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    text: `The answer ${id}, which is told in a rather long-winded manner too`,
  })),
}

async function longQuestion(page: Page): Promise<void> {
  await page.route('**/question/random_list', (route) => route.fulfill({ json: { data: [LONG_QUESTION] } }))
  await page.route('**/verify_answer', (route) =>
    route.fulfill({
      json: {
        data: {
          correct_answer_id: 'b',
          correct_answer_text: LONG_QUESTION.answers[1]?.text,
          is_correct: false,
          is_pause: true,
          description: 'It teaches something in two sentences, as every description does. '.repeat(4),
        },
      },
    }),
  )
}

/** Holds verdicts back until the returned function is called. */
async function holdVerdicts(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/verify_answer', async (route) => {
    await held
    await route.fallback()
  })
  return release
}

async function openQuestion(page: Page, quiz: QuizServer): Promise<PlayScreen> {
  const play = new PlayScreen(page, quiz)
  await page.goto('/def/infinite-game')
  await expect(play.answers).toHaveCount(4)
  return play
}

const SCREENS: Screen[] = [
  { name: 'landing', open: (page) => page.goto('/base/home') },
  {
    name: 'landing with an invitation',
    open: async (page) => {
      await store(page, { joinGameId: '48213907' })
      await page.goto('/base/home')
      await page.getByText('48213907').waitFor()
    },
  },
  {
    name: 'request code with an error',
    open: async (page) => {
      await page.goto('/base/login/request-code')
      await page.getByRole('button', { name: 'Request code' }).click()
      await page.getByRole('main').getByText('email is a required field').waitFor()
    },
  },
  {
    name: 'verify code with an error',
    open: async (page) => {
      await store(page, { email: 'somebody.with.a.rather.long.address@quiz.example.com' })
      await page.goto('/base/login/verify-code')
      await page.getByLabel('Digit 1 of 6').fill('x')
      await page.getByRole('main').getByText('Only numbers are allowed').waitFor()
    },
  },
  { name: 'legal page', open: (page) => page.goto('/base/pages/terms-of-service') },
  { name: 'question for a visitor', open: openQuestion },
  { name: 'verdict', open: async (page, quiz) => (await openQuestion(page, quiz)).answer() },
  {
    name: 'verdict of a long question',
    open: async (page, quiz) => {
      await longQuestion(page)
      await (await openQuestion(page, quiz)).answer()
    },
  },
  {
    name: 'report sheet',
    open: async (page, quiz) => {
      await openQuestion(page, quiz)
      await page.getByRole('button', { name: 'Report complaint' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Notify us' }).waitFor()
    },
  },
  {
    name: 'report sheet after sending',
    open: async (page, quiz) => {
      await openQuestion(page, quiz)
      await page.getByRole('button', { name: 'Report complaint' }).click()
      await page.getByRole('button', { name: 'Notify us' }).click()
      await page.getByText('Report submitted', { exact: true }).first().waitFor()
    },
  },
  { name: 'dashboard', isForPlayers: true, open: (page) => page.getByText(/^Hello, /).waitFor() },
  {
    name: 'profile with an error and a toast',
    isForPlayers: true,
    open: async (page) => {
      await page.goto('/app/dashboard/profile')
      const name = page.getByLabel('Display name')
      await name.fill('Wolfeschlegelsteinhausenbergerdorff Maxi')
      await page.getByRole('button', { name: 'Update profile' }).click()
      await page.getByText('Profile updated', { exact: true }).waitFor()
      await name.fill('Mira')
      await page.getByRole('main').getByText('Display name must be at least 5 characters').waitFor()
      // A toast with the focus stays.
      await page.getByRole('button', { name: 'Dismiss' }).focus()
    },
  },
  { name: 'my stats', isForPlayers: true, open: (page) => page.goto('/app/dashboard/stats') },
  { name: 'plans', isForPlayers: true, open: (page) => page.goto('/app/dashboard/premium') },
  { name: 'game modes', isForPlayers: true, open: (page) => page.goto('/app/private-game') },
  {
    name: 'topics',
    isForPlayers: true,
    open: async (page) => {
      await page.goto('/app/practice/settings')
      await page.getByRole('group', { name: 'Topics' }).getByRole('button').nth(1).click()
    },
  },
  {
    name: 'topic search',
    isForPlayers: true,
    open: async (page) => {
      await page.goto('/app/practice/settings')
      await page.getByRole('button', { name: 'Search topics' }).click()
      await page.getByRole('searchbox').fill('zzzz')
      await page.getByText('No topics found').waitFor()
    },
  },
  { name: 'all topics', isForPlayers: true, open: allTopics },
  {
    name: 'question with its level bar',
    isForPlayers: true,
    open: async (page) => {
      await allTopics(page)
      await page.getByRole('button', { name: /^Start journey/ }).click()
      await page.getByRole('group', { name: 'Answers' }).waitFor()
    },
  },
  {
    name: 'no questions',
    isForPlayers: true,
    open: async (page) => {
      await page.route('**/question/random_list', (route) => route.fulfill({ json: { data: [] } }))
      await allTopics(page)
      await page.getByRole('button', { name: /^Start journey/ }).click()
      await page.getByText('No questions for choosen topics').waitFor()
    },
  },
  {
    name: 'welcome of a Legend',
    isForPlayers: true,
    open: async (page) => {
      await store(page, { isJustSubscribed: 'true' })
      await page.goto('/app/dashboard')
      await page.getByText('Welcome, Legend').waitFor()
    },
  },
  {
    name: 'unknown account',
    isForPlayers: true,
    open: async (page) => {
      await page.route('**/auth/current_user', (route) => route.fulfill({ status: 400, json: { error: 'No' } }))
      await page.goto('/app/dashboard')
      await page.getByText('We could not load your account').waitFor()
    },
  },
  {
    name: 'broken screen',
    isForPlayers: true,
    open: async (page) => {
      await page.route('**/assets/profile-*.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: "export function Profile() { throw new Error('broken') }",
        }),
      )
      await page.goto('/app/dashboard/profile')
      await page.getByText('Unexpected Application Error!').waitFor()
    },
  },
]

test.describe.configure({ mode: 'parallel' })
test.use({ expectedPageError: /broken/, contextOptions: { reducedMotion: 'reduce' } })

for (const { name, isForPlayers = false, open } of SCREENS) {
  test(`${name}: nothing is wider than the screen, and axe finds nothing serious in either theme`, async ({
    page,
    quiz,
    email,
  }) => {
    if (isForPlayers) {
      await store(page, { token: await quiz.signIn(email) })
      await page.goto('/app/dashboard')
    }
    await open(page, quiz)
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
    await expectWholeWords(page, name)
    await expectGoodLooks(page, name)
  })
}

test('no text of a sheet lies under its close button', async ({ page, quiz }) => {
  await openQuestion(page, quiz)
  await page.getByRole('button', { name: 'Report complaint' }).click()
  const sheet = page.getByRole('dialog')
  const close = sheet.getByRole('button', { name: 'Close' })
  await expect(sheet.getByRole('button', { name: 'Notify us' })).toBeVisible()
  for (const size of [...SIZES, { width: 667, height: 375 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(size)
    await drawn(page)
    await expect.poll(() => textsUnder(close, sheet), `${size.width}×${size.height}`).toEqual([])
  }
})

for (const size of SIZES) {
  for (const kind of ['usual', 'long'] as const) {
    test(`at ${size.width}×${size.height} the verdict of a ${kind} question moves neither answers nor dock`, async ({
      page,
      quiz,
    }) => {
      if (kind === 'long') await longQuestion(page)
      await page.setViewportSize(size)
      const judge = await holdVerdicts(page)
      const play = await openQuestion(page, quiz)
      // A font that loads late would move everything.
      await page.evaluate(() => document.fonts.ready)
      const places = () =>
        Promise.all([
          ...[0, 1, 2, 3].map((place) => play.answers.nth(place).boundingBox()),
          page.getByRole('button', { name: 'Report complaint' }).boundingBox(),
        ])
      const before = await places()
      await play.answers.nth(2).click()
      await expect(play.answers.nth(2)).toHaveAttribute('aria-busy', 'true')
      expect(await places(), 'while the server judges').toEqual(before)
      judge()
      await expect(play.verdict).toBeVisible()
      expect(await places(), 'after the verdict').toEqual(before)
      const next = await play.next.boundingBox()
      expect((next?.y ?? 0) + (next?.height ?? 0), 'Next stands on the screen').toBeLessThanOrEqual(size.height)
      await expect(play.verdict).toBeInViewport()
    })
  }
}

test('on a large tablet held upright the answers are below the question, two in a row', async ({ page, quiz }) => {
  await page.setViewportSize({ width: 1032, height: 1376 })
  const play = await openQuestion(page, quiz)
  const card = await page.getByRole('heading', { level: 1 }).boundingBox()
  const [first, second, third] = await Promise.all([0, 1, 2].map((place) => play.answers.nth(place).boundingBox()))
  expect(first?.y).toBeGreaterThan((card?.y ?? 0) + (card?.height ?? 0))
  expect(second?.y).toBe(first?.y)
  expect(second?.x).toBeGreaterThan(first?.x ?? 0)
  expect(third?.y).toBeGreaterThan(first?.y ?? 0)
})

for (const plan of ['starter', 'yearly'] as const) {
  test(`nothing on the dashboard moves when the plan turns out to be ${plan}`, async ({ player }) => {
    const held: (() => void)[] = []
    await player.route('**/auth/current_user', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: object }
      await new Promise<void>((resolve) => void held.push(resolve))
      await route.fulfill({ json: { data: { ...data, plan, is_premium: plan !== 'starter' } } })
    })
    for (const size of SIZES) {
      await player.setViewportSize(size)
      await player.reload()
      await expect.poll(() => held.length).toBeGreaterThan(0)
      const journey = player.getByRole('link', { name: 'Journey' })
      await expect(journey).toBeVisible()
      await player.evaluate(() => document.fonts.ready)
      const before = await journey.boundingBox()
      for (const tell of held.splice(0)) tell()
      await player.getByText(/^Hello, /).waitFor()
      await expect.poll(() => journey.boundingBox(), `${size.width} px`).toEqual(before)
    }
    await player.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/** The texts in `root` that a button covers, or would cover if their lines were as long as there is room for. */
async function textsUnder(button: Locator, root: Locator): Promise<string[]> {
  const cover = await button.boundingBox()
  return root.evaluate((element, box) => {
    if (!box) return ['the button is not there']
    const texts: string[] = []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: parent, textContent: text } = node
      if (!parent) continue
      const endX = parent.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(parent).paddingRight)
      const range = document.createRange()
      range.selectNodeContents(node)
      const isUnder = [...range.getClientRects()].some(
        ({ top, bottom }) => endX > box.x && bottom > box.y && top < box.y + box.height,
      )
      if (isUnder) texts.push(text ?? '')
    }
    return texts
  }, cover)
}
