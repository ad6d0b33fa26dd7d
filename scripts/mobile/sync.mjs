// `npm run mobile:sync`: installs what is missing, builds the web app for the site of `VITE_API_ORIGIN` (or
// apps/mobile/site.json) and puts it, the version and the plugins into both projects, which can then be opened in Android
// Studio and Xcode.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureInstalled } from '../lib/install.mjs'
import { root, run } from '../lib/run.mjs'

try {
  await ensureInstalled()
  await run(process.execPath, ['scripts/build.mjs', '--native'])
  // On a fresh clone this package is there only now.
  const { tsImport } = await import('tsx/esm/api')
  const { syncProjects } = await tsImport('./sync-projects.ts', import.meta.url)
  const site = JSON.parse(await readFile(join(root, 'apps/mobile/site.json'), 'utf8'))
  await syncProjects(process.env.VITE_API_ORIGIN ?? site.origin)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
