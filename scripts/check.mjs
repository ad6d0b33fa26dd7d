// `npm run check`: format, lint, types, import rules, dead code, content. Prints each as one line; fails if one fails.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/run.mjs'

const tsc = ['node', 'node_modules/typescript-7/bin/tsc', '-p']

export const CHECKS = [
  { name: 'format', command: ['npx', 'oxfmt', '--check'] },
  { name: 'lint', command: ['npx', 'oxlint', '--deny-warnings'] },
  { name: 'types', command: [...tsc, 'tsconfig.json'] },
  { name: 'types of the web app', command: [...tsc, 'apps/web'] },
  { name: 'types of the browser tests', command: [...tsc, 'e2e'] },
  { name: 'import rules', command: ['node', 'scripts/check-imports.mjs'] },
  { name: 'dead code', command: ['npx', 'knip', '--no-config-hints'] },
  { name: 'content', command: ['npx', 'tsx', 'scripts/content/check.ts'] },
  { name: 'references to documents', command: ['npx', 'tsx', 'scripts/docs/check-references.ts'] },
]

/** Runs all checks one after the other; gives how many passed and failed. */
export async function runChecks() {
  let failed = 0
  for (const check of CHECKS) {
    const { code, output } = await capture(check.command)
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${check.name}`)
    if (code !== 0) {
      failed += 1
      console.log(output)
    }
  }
  return { passed: CHECKS.length - failed, failed }
}

function capture([command, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('close', (code) => resolve({ code, output }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled()
  const { failed } = await runChecks()
  process.exit(failed > 0 ? 1 : 0)
}
