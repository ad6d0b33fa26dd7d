// `npm run mobile:check`: brings both native projects up to date, which must not change a committed file, and checks
// them against the repository's settings and the server's answers. Prints one line per check; fails if one fails.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appLinkRoutes } from '../../apps/server/src/api/app-links.ts'
import { createServer } from '../../apps/server/src/api/create-server.ts'
import { allowedOrigins } from '../../apps/server/src/api/security-headers.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { createLog } from '../../apps/server/src/infra/log.ts'
import { createMetrics } from '../../apps/server/src/infra/metrics.ts'
import { MOBILE, ROOT } from './capacitor.ts'
import { type Expected, RULES } from './project-rules.ts'
import { Projects } from './projects.ts'
import { syncProjects } from './sync-projects.ts'

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':')

const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>
const { origin } = readJson('apps/mobile/site.json') as { origin: string }

const problems: Record<string, string[]> = { 'projects are in sync': await syncChanges() }
const expected = await readExpected()
for (const [name, rule] of Object.entries(RULES)) problems[name] = rule(new Projects(MOBILE), expected)

for (const [name, found] of Object.entries(problems)) {
  console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} native apps: ${name}`)
  for (const problem of found) console.log(`     ${problem}`)
}
process.exit(Object.values(problems).some((found) => found.length > 0) ? 1 : 0)

/** The committed files that a sync changes. */
async function syncChanges(): Promise<string[]> {
  // The content of the web app does not matter here, and it need not have been built.
  const www = join(MOBILE, 'www')
  if (!existsSync(join(www, 'index.html'))) {
    mkdirSync(www, { recursive: true })
    writeFileSync(join(www, 'index.html'), '<!doctype html><html><head></head><body></body></html>\n')
  }
  const before = hashes()
  await syncProjects(origin)
  const after = hashes()
  return Object.keys(before)
    .filter((path) => before[path] !== after[path])
    .map((path) => `${path} changes: commit it after npm run mobile:sync`)
}

function hashes(): Record<string, string> {
  const tracked = execFileSync('git', ['ls-files', '-z', 'apps/mobile'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  const entries = tracked.filter(Boolean).map((path): [string, string] => {
    const file = join(ROOT, path)
    const content = existsSync(file) ? readFileSync(file) : Buffer.from('missing')
    return [path, createHash('sha256').update(content).digest('hex')]
  })
  return Object.fromEntries(entries)
}

async function readExpected(): Promise<Expected> {
  const config = readConfig({ ANDROID_CERT_SHA256: FINGERPRINT, APPLE_TEAM_ID: 'ABCDE12345', PUBLIC_URL: origin })
  const server = await createServer({
    config,
    log: createLog('silent', () => undefined),
    metrics: createMetrics(),
    databaseOutage: { failed: () => undefined },
    webFolder: null,
  })
  appLinkRoutes(server, config.nativeApps)
  const file = async (path: string) => (await server.inject(`/.well-known/${path}`)).json()
  const pluginsOf = (path: string) =>
    Object.entries((readJson(path) as { dependencies: Record<string, string> }).dependencies)
      .filter(([name]) => /^@(?:capacitor|capacitor-community|aparajita)\//.test(name))
      .filter(([name]) => name !== '@capacitor/android' && name !== '@capacitor/ios')
      .map(([name]) => name)
  const links = { assetLinks: await file('assetlinks.json'), appleLinks: await file('apple-app-site-association') }
  await server.close()
  return {
    version: (readJson('package.json') as { version: string }).version,
    siteHost: new URL(origin).host,
    origins: allowedOrigins(config.publicUrl),
    plugins: { web: pluginsOf('apps/web/package.json'), mobile: pluginsOf('apps/mobile/package.json') },
    ...links,
  }
}
