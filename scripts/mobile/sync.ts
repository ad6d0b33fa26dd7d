// `npm run mobile:sync`: builds the web app for the site of `VITE_API_ORIGIN` (or apps/mobile/site.json) and puts it,
// the version and the plugins into both projects, which can then be opened in Android Studio and Xcode.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../lib/run.mjs'
import { MOBILE } from './capacitor.ts'
import { syncProjects } from './sync-projects.ts'

await run(process.execPath, ['scripts/build.mjs', '--native'])
const site = JSON.parse(await readFile(join(MOBILE, 'site.json'), 'utf8')) as { origin: string }
await syncProjects(process.env['VITE_API_ORIGIN'] ?? site.origin)
