// Checks the import rules of .dependency-cruiser.cjs, and that each of them reports a violation. The rules run once, on
// a copy of the tree in a temporary folder: the copy also holds one file per rule that breaks it.
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { root } from './lib/run.mjs'

const LEAST_MODULES = 100
const FOLDERS = ['packages', 'apps', 'e2e', 'bench', 'scripts']
const NOT_COPIED = new Set(['node_modules', 'dist', 'public', '.vite'])

/** Files that break one rule each: the rule, the file, its text. */
const VIOLATIONS = [
  ['no-cycles', 'packages/engine/src/planted-cycle.ts', "import './planted-cycle.ts'"],
  ['contract-imports-no-other-package', 'packages/contract/src/planted.ts', "import '@quizmaster/content/topic-file'"],
  ['engine-is-pure', 'packages/engine/src/planted.ts', "import 'node:fs'"],
  ['channels-imports-no-other-package', 'packages/channels/src/planted.ts', "import '@quizmaster/contract/errors'"],
  ['content-imports-no-app', 'packages/content/src/planted.ts', "import '../../../apps/server/src/refusal.ts'"],
  ['apps-import-no-authoring-tools', 'apps/server/src/planted-too.ts', "import '@quizmaster/content/topic-yaml'"],
  ['features-import-no-api-or-realtime', 'apps/server/src/features/planted.ts', "import '../api/health.ts'"],
  ['api-and-realtime-use-no-sql', 'apps/server/src/api/planted.ts', "import 'kysely'"],
  ['web-imports-only-the-contract', 'apps/web/src/planted.ts', "import '../../server/src/refusal.ts'"],
  [
    'web-features-import-no-routes-or-other-features',
    'apps/web/src/features/games/planted.ts',
    "import '../../routes/strings.ts'",
  ],
  [
    'web-features-import-no-routes-or-other-features',
    'apps/web/src/features/practice/planted.ts',
    "import '../games/strings.ts'",
  ],
  [
    'shared-web-features-import-no-other',
    'apps/web/src/features/questions/planted.ts',
    "import '../practice/strings.ts'",
  ],
  ['web-loads-no-zod', 'apps/web/src/planted-too.ts', "import '@quizmaster/contract/http/user'"],
  ['ui-imports-only-ui', 'apps/web/src/ui/planted.ts', "import '@quizmaster/contract/errors'"],
  ['capacitor-only-in-the-native-platform', 'apps/web/src/features/planted.ts', "import '@capacitor/core'"],
  [
    'only-native-main-loads-the-native-platform',
    'apps/web/src/routes/planted.ts',
    "import '../platform/capacitor/links.ts'",
  ],
  ['traces-are-loaded-on-demand', 'apps/server/src/planted-traces.ts', "import './infra/traces.ts'"],
  ['product-imports-no-test-code', 'apps/server/src/planted.ts', "import './testing/database.ts'"],
]

/** Copies the sources into `copy`, with the installed packages as links; our own packages link to the copy. */
async function copyTree(copy) {
  const filter = (source) => !NOT_COPIED.has(basename(source))
  await Promise.all(FOLDERS.map((folder) => cp(join(root, folder), join(copy, folder), { recursive: true, filter })))
  await linkPackages('node_modules', copy)
  for (const parent of ['packages', 'apps']) {
    for (const name of await readdir(join(root, parent))) await linkPackages(join(parent, name, 'node_modules'), copy)
  }
  await mkdir(join(copy, 'node_modules/@quizmaster'))
  for (const name of await readdir(join(root, 'packages'))) {
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules/@quizmaster', name))
  }
}

/** Links what an installed folder holds, except our own packages. */
async function linkPackages(folder, copy) {
  const installed = await readdir(join(root, folder)).catch(() => [])
  const names = installed.filter((name) => name !== '@quizmaster' && !name.startsWith('.'))
  if (names.length === 0) return
  await mkdir(join(copy, folder), { recursive: true })
  for (const name of names) {
    await symlink(join(root, folder, name), join(copy, folder, name))
  }
}

/** The violations in a folder, each as `{ rule, from, to }` with paths relative to the folder. */
async function violationsIn(folder) {
  const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  process.chdir(folder)
  try {
    const { output } = await cruise(FOLDERS, {
      ...config.options,
      ruleSet: { forbidden: config.forbidden },
      validate: true,
    })
    if (output.summary.totalCruised < LEAST_MODULES) {
      throw new Error(`only ${output.summary.totalCruised} modules were read: the check can't see the code`)
    }
    return output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  } finally {
    process.chdir(root)
  }
}

// The real path: the rules match paths relative to it, and imports are followed through links.
const copy = await realpath(await mkdtemp(join(tmpdir(), 'quizmaster-imports-')))
try {
  await copyTree(copy)
  for (const [, file, text] of VIOLATIONS) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await writeFile(join(copy, file), `${text}\n`)
  }
  const reported = await violationsIn(copy)
  const planted = new Set(VIOLATIONS.map(([, file]) => file))
  const found = reported.filter(({ from }) => !planted.has(from))
  const missed = VIOLATIONS.filter(([name, file]) => !reported.some(({ rule, from }) => rule === name && from === file))
  for (const { rule, from, to } of found) console.error(`${rule}: ${from} → ${to}`)
  for (const [rule, file] of missed) console.error(`${rule} did not report ${file}`)
  if (found.length + missed.length > 0) process.exitCode = 1
} finally {
  await rm(copy, { recursive: true, force: true })
}
