// `npm run engine:mutants [-- WORD]`: plants each bug (whose file or description contains WORD) in a copy of the engine
// and runs the engine's tests on it. Exits with 1 if a bug is missed, if the text it replaces is not found exactly
// once, or if the tests fail without any bug.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlantedBug } from './bugs/planted-bug.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MOST_MS = 300_000
const PROPERTIES = '**/*.property.test.ts'

interface TestResult {
  fullName: string
  status: string
}

/** Copies the engine, and the contract because the engine's limits are there; all other packages are shared. */
async function copyEngine(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quizmaster-mutants-'))
  for (const name of ['engine', 'contract']) {
    for (const part of ['src', 'package.json']) {
      await cp(join(ROOT, 'packages', name, part), join(folder, name, part), { recursive: true })
    }
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'engine/node_modules/@quizmaster'), { recursive: true })
  await symlink(join(folder, 'contract'), join(folder, 'engine/node_modules/@quizmaster/contract'))
  return folder
}

/** The first failing test. The slow property tests only run if the examples pass. */
function failingTests(folder: string): string[] {
  const failing = failingOf(folder, '--exclude', PROPERTIES)
  return failing.length > 0 ? failing : failingOf(folder, 'property')
}

/** A run that exceeds the limit counts as failed, because a bug may cause an endless loop. */
function failingOf(folder: string, ...which: string[]): string[] {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // Only the whole run has a limit: on a busy machine a slow property would count as a caught bug.
  const fixed = ['--test-timeout', String(MOST_MS), '--bail', '1', '--reporter', 'json']
  const args = [vitest, 'run', '--root', join(folder, 'engine'), ...fixed, ...which]
  const options = { cwd: folder, timeout: MOST_MS, killSignal: 'SIGKILL', encoding: 'utf8' } as const
  const { status, signal, stdout } = spawnSync(process.execPath, args, options)
  if (signal !== null) return ['(timed out)']
  const { testResults } = JSON.parse(stdout) as { testResults: { assertionResults: TestResult[] }[] }
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failing = results.filter(({ status: word }) => word === 'failed').map(({ fullName }) => fullName)
  if ((status === 0) !== (failing.length === 0))
    throw new Error('a test file does not load: the planted text is not valid code')
  return failing
}

/** The first test that catches the bug, or null. */
async function catcherOf(folder: string, { file, find, replace }: PlantedBug): Promise<string | null> {
  const path = join(folder, 'engine/src', file)
  const text = await readFile(path, 'utf8')
  await writeFile(
    path,
    text.replace(find, () => replace),
  )
  try {
    return failingTests(folder)[0] ?? null
  } finally {
    await writeFile(path, text)
  }
}

/** Throws, naming all of them, if there are bugs whose text is not found exactly once. */
async function requireUniqueTexts(folder: string, bugs: readonly PlantedBug[]): Promise<void> {
  const places = await Promise.all(
    bugs.map(async ({ what, file, find }) => {
      const text = await readFile(join(folder, 'engine/src', file), 'utf8').catch(() => '')
      return text.split(find).length === 2 ? [] : [`${what}: its text is not in ${file}, or is there more than once`]
    }),
  )
  const lost = places.flat()
  if (lost.length > 0) throw new Error(lost.join('\n'))
}

async function missedBugs(bugs: readonly PlantedBug[]): Promise<PlantedBug[]> {
  const folder = await copyEngine()
  try {
    await requireUniqueTexts(folder, bugs)
    const [failing] = failingTests(folder)
    if (failing !== undefined) throw new Error(`without any bug this fails: ${failing}`)
    const missed: PlantedBug[] = []
    for (const bug of bugs) {
      const catcher = await catcherOf(folder, bug)
      console.log(
        `${catcher === null ? 'MISSED' : 'caught'}  ${bug.what}${catcher === null ? '' : `\n        by: ${catcher}`}`,
      )
      if (catcher === null) missed.push(bug)
    }
    return missed
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const word = process.argv[2] ?? ''
const bugs = PLANTED_BUGS.filter(({ what, file }) => `${file} ${what}`.includes(word))
const missed = await missedBugs(bugs)
console.log(`${bugs.length - missed.length} of ${bugs.length} planted bugs caught, ${missed.length} missed`)
process.exit(missed.length > 0 || bugs.length === 0 ? 1 : 0)
