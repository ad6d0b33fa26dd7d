// `npm run check [-- --all]`: format, lint, types, import rules, dead code, content, references. Prints one line per
// check; fails if one fails. A check whose inputs have not changed since it last passed is not run again, unless --all
// is given.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentHashOf } from './lib/freshness.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/run.mjs'

const CACHE = join(root, '.cache', 'checks')
const bin = (name) => join('node_modules', '.bin', name)
const types = (name, project) => [
  process.execPath,
  'node_modules/typescript-7/bin/tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  join(CACHE, `${name}.tsbuildinfo`),
]

const EVERYTHING = ['.']
const LOCK = ['package-lock.json', 'tsconfig.base.json']
const SERVER_SIDE = [...LOCK, 'tsconfig.json', 'vitest.config.ts', 'packages', 'apps/server', 'scripts', 'bench']
const WEB_SIDE = [...LOCK, 'packages', 'apps/web']

/** `inputs` is everything a check reads. The slowest checks come first: as many run at once as there are cores. */
export const CHECKS = [
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings'], inputs: EVERYTHING },
  { name: 'types', command: types('server', 'tsconfig.json'), inputs: SERVER_SIDE },
  { name: 'types of the web app', command: types('web', 'apps/web'), inputs: WEB_SIDE },
  {
    name: 'types of the service worker',
    command: types('worker', 'apps/web/worker'),
    inputs: [...LOCK, 'apps/web/worker'],
  },
  { name: 'import rules', command: [process.execPath, 'scripts/check-imports.mjs'], inputs: EVERYTHING },
  { name: 'dead code', command: [bin('knip'), '--no-config-hints'], inputs: EVERYTHING },
  {
    name: 'content',
    command: [bin('tsx'), 'scripts/content/check.ts'],
    inputs: [...LOCK, 'content', 'packages/content', 'packages/contract', 'scripts/content'],
  },
  {
    name: 'references to documents',
    command: [bin('tsx'), 'scripts/docs/check-references.ts'],
    inputs: EVERYTHING,
  },
  { name: 'types of the browser tests', command: types('e2e', 'e2e'), inputs: [...LOCK, 'packages', 'e2e'] },
  { name: 'format', command: [bin('oxfmt'), '--check'], inputs: EVERYTHING },
]

/** Runs the checks, ignoring earlier results if `isFromClean`. Returns how many passed and failed, and which failed. */
export async function runChecks({ isFromClean }) {
  if (isFromClean) rmSync(CACHE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  const waiting = [...CHECKS]
  const failures = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (!(await runCheck(check))) failures.push(`check: ${check.name}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return { passed: CHECKS.length - failures.length, failed: failures.length, failures }
}

async function runCheck({ name, command, inputs }) {
  const stamp = join(CACHE, `${name.replaceAll(' ', '-')}.passed`)
  const hash = await contentHashOf(inputs)
  if (readOrNull(stamp) === hash) {
    console.log(`ok   ${name} (unchanged)`)
    return true
  }
  const startedAt = Date.now()
  const { code, output } = await capture(command)
  const isPassed = code === 0
  console.log(`${isPassed ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
  if (isPassed) writeFileSync(stamp, hash)
  else console.log(output)
  return isPassed
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function capture([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => resolve({ code, output }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled()
  const { failed } = await runChecks({ isFromClean: process.argv.includes('--all') })
  process.exit(failed > 0 ? 1 : 0)
}
