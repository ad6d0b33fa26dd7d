import { readFileSync } from 'node:fs'
import { ERRORS } from '@quizmaster/contract/errors'
import { adminApi } from '@quizmaster/contract/routes/admin'
import { dailyApi, gameplayApi, gamesApi, stageApi } from '@quizmaster/contract/routes/gameplay'
import { statsApi } from '@quizmaster/contract/routes/stats'
import { adsApi, PAYMENT_WEBHOOK, paymentsApi, userApi } from '@quizmaster/contract/routes/user'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/contract.md')

const routes = [
  PAYMENT_WEBHOOK,
  ...[userApi, paymentsApi, adsApi, adminApi, gameplayApi, gamesApi, stageApi, dailyApi, statsApi].flatMap((api) =>
    Object.values(api),
  ),
]
const settings = [...read('apps/server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)

test('the page lists every call', () => {
  const listed = new Set([...page.matchAll(/`((?:GET|POST) [^`?]+)/g)].map(([, call = '']) => call))
  const calls = [...listed].map((call) => call.replace(/ (?:user|gameplay|stats|admin)\/api\/(?:v2\/)?/, ' '))
  const missing = routes
    .map(({ method, path }) => `${method} ${path.slice(1).replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((call) => !calls.includes(call))
  expect(routes.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})

test('the page lists every error code under its status', () => {
  const missing = Object.entries(ERRORS).filter(
    ([code, { status }]) => !page.split('\n').some((line) => line.startsWith(`| ${status} |`) && line.includes(code)),
  )
  expect(missing.map(([code]) => code)).toEqual([])
})

test('the page lists every setting', () => {
  expect(settings.length).toBeGreaterThan(15)
  expect(settings.filter((name) => !page.includes(`\`${name}`))).toEqual([])
})
