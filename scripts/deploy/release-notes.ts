// `npx tsx scripts/deploy/release-notes.ts TAG`: prints the notes of a release from CHANGELOG.md, for the release
// workflow. Exits with 1 and one line unless TAG is `v` and the version of package.json, and that follows the last
// release.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Section {
  heading: string
  text: string
}

/**
 * The text of the version's section.
 * @throws an Error with one sentence if the tag, the version and the changelog don't fit together
 */
export function releaseNotes(changelog: string, version: string, tag: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`)
  const sections = sectionsOf(changelog)
  if (sections.some(({ heading, text }) => heading === 'Unreleased' && text !== '')) {
    throw new Error(`CHANGELOG.md has changes under "Unreleased": move them to ${version}.`)
  }
  const versions = sections.filter(({ heading }) => heading !== 'Unreleased')
  const index = versions.findIndex(({ heading }) => heading === version)
  const section = versions[index]
  if (!section?.text) throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  if (index > 0) throw new Error(`${version} is not the newest version in CHANGELOG.md.`)
  const before = versions[1]?.heading
  if (before !== undefined && !nextVersions(before).includes(version)) {
    throw new Error(`After ${before} comes one of ${nextVersions(before).join(', ')}, not ${version}.`)
  }
  return section.text
}

function sectionsOf(changelog: string): Section[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return { heading: heading.trim(), text: lines.join('\n').trim() }
    })
}

/** What may follow a version: a fix, a feature or a breaking change. */
function nextVersions(version: string): string[] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`]
}

function main(tag: string | undefined): number {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  try {
    if (tag === undefined) throw new Error('Usage: npx tsx scripts/deploy/release-notes.ts TAG')
    const { version } = JSON.parse(read('package.json')) as { version: string }
    process.stdout.write(`${releaseNotes(read('CHANGELOG.md'), version, tag)}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv[2])
