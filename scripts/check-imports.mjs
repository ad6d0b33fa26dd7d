// Checks the import rules of .dependency-cruiser.cjs, and that they can fail: each planted violation must be reported.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { cruise } from 'dependency-cruiser'
import { root } from './lib/run.mjs'

const LEAST_MODULES = 100
const FOLDERS = ['packages', 'apps', 'e2e', 'bench', 'scripts']

/** Files that break one rule each; written, checked and removed again. */
const PLANTED = [
  ['no-cycles', 'packages/engine/src/planted-cycle.ts', "import './planted-cycle.ts'"],
  ['contract-imports-nothing-of-ours', 'packages/contract/src/planted.ts', "import '@quizmaster/content/topic-file'"],
  ['engine-is-pure', 'packages/engine/src/planted.ts', "import 'node:fs'"],
  ['channels-knows-no-quiz', 'packages/channels/src/planted.ts', "import '@quizmaster/contract/errors'"],
  ['content-imports-no-app', 'packages/content/src/planted.ts', "import '../../../apps/server/src/refusal.ts'"],
  ['authoring-stays-out-of-the-server', 'apps/server/src/planted-too.ts', "import '@quizmaster/content/topic-yaml'"],
  ['features-never-see-the-edges', 'apps/server/src/features/planted.ts', "import '../api/health.ts'"],
  ['edges-never-see-sql', 'apps/server/src/api/planted.ts', "import 'kysely'"],
  ['web-sees-only-the-contract', 'apps/web/src/planted.ts', "import '../../server/src/refusal.ts'"],
  ['web-features-meet-in-routes', 'apps/web/src/features/games/planted.ts', "import '../../routes/strings.ts'"],
  ['web-features-meet-in-routes', 'apps/web/src/features/practice/planted.ts', "import '../games/strings.ts'"],
  [
    'shared-web-features-import-no-other',
    'apps/web/src/features/questions/planted.ts',
    "import '../practice/strings.ts'",
  ],
  ['zod-never-reaches-the-browser', 'apps/web/src/planted-too.ts', "import '@quizmaster/contract/http/user'"],
  ['ui-knows-no-quiz', 'apps/web/src/ui/planted.ts', "import '@quizmaster/contract/errors'"],
  ['test-code-stays-out-of-the-product', 'apps/server/src/planted.ts', "import './testing/database.ts'"],
]

async function violations() {
  process.chdir(root)
  const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
  const { output } = await cruise(FOLDERS, {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  })
  if (output.summary.totalCruised < LEAST_MODULES) {
    throw new Error(`only ${output.summary.totalCruised} modules were read: the check can't see the code`)
  }
  return output.summary.violations
}

async function plantedAreCaught() {
  for (const [, file, line] of PLANTED) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), `${line}\n`)
  }
  try {
    const caught = new Set((await violations()).map(({ rule, from }) => `${rule.name} ${from}`))
    return PLANTED.filter(([rule, file]) => !caught.has(`${rule} ${file}`))
  } finally {
    for (const [, file] of PLANTED) await rm(join(root, file), { force: true })
  }
}

const found = await violations()
for (const { rule, from, to } of found) console.error(`${rule.name}: ${from} → ${to}`)
const missed = await plantedAreCaught()
for (const [rule, file] of missed) console.error(`${rule} did not catch the planted ${file}`)
process.exit(found.length + missed.length > 0 ? 1 : 0)
