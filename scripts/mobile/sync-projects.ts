import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MOBILE, ROOT, runCapacitor } from './capacitor.ts'

const XCODE_PROJECT = join(MOBILE, 'ios/App/App.xcodeproj/project.pbxproj')

/**
 * Brings both projects up to date: the web app in `apps/mobile/www`, the plugins of its `package.json`, and for Xcode
 * the version of the repository and the site's host. (Gradle reads the last two itself.)
 */
export async function syncProjects(origin: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const settings: Record<string, string> = {
    MARKETING_VERSION: version,
    CURRENT_PROJECT_VERSION: String(buildNumber(version)),
    SITE_HOST: new URL(origin).host,
  }
  const before = await readFile(XCODE_PROJECT, 'utf8')
  const after = before.replace(/\b([A-Z_]+) = [^;\n]+;/g, (line, name: string) =>
    settings[name] === undefined ? line : `${name} = ${settings[name]};`,
  )
  if (after !== before) await writeFile(XCODE_PROJECT, after)
  await runCapacitor('sync')
}

/** A number that grows with the version, as both stores require: 1.4.2 is 1004002. */
export function buildNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 1_000_000 + minor * 1_000 + patch
}
