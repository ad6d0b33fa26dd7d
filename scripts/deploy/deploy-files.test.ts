import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig, SETTINGS } from '../../apps/server/src/config.ts'

interface Compose {
  services: Record<string, { environment?: Record<string, string> }>
}

const root = join(import.meta.dirname, '../..')

/** What compose.yaml itself takes from .env. */
const COMPOSE_SETTINGS = ['SITE_ADDRESS', 'POSTGRES_PASSWORD']

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const compose = (file: string) => parse(read(file), { merge: true }) as Compose

/** The names in .env.example, including those that are commented out. */
const exampleNames = [...read('.env.example').matchAll(/^#?([A-Z\d_]+)=/gm)].map(([, name]) => name)

test('.env.example lists every setting, and nothing else', () => {
  expect(new Set(exampleNames)).toEqual(new Set([...SETTINGS, ...COMPOSE_SETTINGS]))
  expect(exampleNames).toHaveLength(new Set(exampleNames).size)
})

test('README.md lists every setting', () => {
  const listed = [...read('README.md').matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap(
    ([row]) => row.match(/[A-Z][A-Z\d_]{3,}/g) ?? [],
  )
  expect(SETTINGS.filter((name) => !listed.includes(name))).toEqual([])
})

test('each variable that a compose file takes from .env is in .env.example or has a default', () => {
  for (const file of ['compose.yaml', 'compose.single.yaml']) {
    const taken = [...read(file).matchAll(/\$\{(\w+)(:-)?/g)]
    expect(taken.length, file).toBeGreaterThan(0)
    for (const [, name = '', hasDefault] of taken) {
      if (!hasDefault) expect(exampleNames, `${file} ${name}`).toContain(name)
    }
  }
})

test('the servers of compose.yaml start with its settings and a filled-in .env.example', () => {
  const filledIn = Object.fromEntries(
    [...read('.env.example').matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value || 'x'.repeat(64),
    ]),
  )
  const { services } = compose('compose.yaml')
  const names = ['server-1', 'server-2']
  for (const name of names) {
    const environment = services[name]?.environment ?? {}
    expect(Object.keys(environment).filter((key) => !SETTINGS.includes(key))).toEqual([])
    const values = Object.entries(environment).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => filledIn[variable] ?? ''),
    ])
    const config = readConfig({ ...filledIn, ...(Object.fromEntries(values) as Record<string, string>) })
    expect(config).toMatchObject({ isProduction: true, trustProxy: true, nodeName: name })
    expect(config.publicUrl).toBe(`https://${filledIn['SITE_ADDRESS']}`)
  }
})

test('the proxies know the servers of compose.yaml by their NODE_NAME', () => {
  const nodeNames = Object.values(compose('compose.yaml').services).flatMap(
    ({ environment }) => environment?.['NODE_NAME'] ?? [],
  )
  expect(nodeNames).toEqual(['server-1', 'server-2'])
  for (const file of ['deploy/Caddyfile', 'deploy/nginx.conf', 'deploy/traefik.yaml']) {
    for (const name of nodeNames) expect(read(file), file).toMatch(new RegExp(String.raw`${name}(\.|\[\.\]|\\\.)`))
  }
})

test('assembling into a folder that exists prints one sentence, exits with code 1 and leaves the folder as it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quizmaster-assemble-'))
  writeFileSync(join(folder, 'server.mjs'), '')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/deploy/assemble.mjs'), folder], {
    encoding: 'utf8',
  })
  expect(stdout + stderr).toMatch(/^\S+ exists already: [^\n]+\n$/)
  expect(status).toBe(1)
  expect(readdirSync(folder)).toEqual(['server.mjs'])
  rmSync(folder, { recursive: true })
})
