// `npm run audit`: licences, install scripts, advisories, and an SBOM (CycloneDX) of what is shipped, in
// `dist/sbom.cdx.json`. Fails on a finding.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { licenceFindings, type LockedPackage, lockedPackages, scriptFindings } from './package-rules.ts'
import { createSbom, MAX_OUTPUT_BYTES } from './sbom.ts'

const root = join(import.meta.dirname, '../..')
const SBOM = join(root, 'dist', 'sbom.cdx.json')

interface AuditReport {
  message?: string
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>
}

/** The output of npm as JSON. A failed command may have one too. */
function npmJson(args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        reject(error ?? new Error(stderr))
      }
    })
  })
}

/** Prints a section and returns how many findings it has. */
function print(title: string, findings: readonly string[], summary: string): number {
  console.log(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${title}: ${summary}`)
  for (const finding of findings) console.log(`     ${finding}`)
  return findings.length
}

async function auditAdvisories(): Promise<number> {
  const report = (await npmJson(['audit', '--json']).catch((error: Error) => ({
    message: error.message,
  }))) as AuditReport
  if (!report.vulnerabilities) {
    console.log(`none advisories: not checked, because no registry answered (${report.message?.split('\n', 1)[0]})`)
    return 0
  }
  const findings = Object.entries(report.vulnerabilities).map(([name, { severity, via }]) => {
    const reasons = via.map((reason) => (typeof reason === 'string' ? reason : `${reason.title} ${reason.url}`))
    return `${name}, ${severity}: ${reasons.join(', ')}`
  })
  return print('advisories', findings, `${findings.length} packages affected`)
}

async function writeSbom(): Promise<number> {
  const sbom = await createSbom(root)
  mkdirSync(dirname(SBOM), { recursive: true })
  writeFileSync(SBOM, `${JSON.stringify(sbom, null, 2)}\n`)
  return print(
    'SBOM',
    sbom.components.length > 0 ? [] : ['no components'],
    `${sbom.components.length} components in ${SBOM}`,
  )
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> }
const { allowScripts = {} } = read('package.json') as { allowScripts?: Record<string, boolean> }
const locked = lockedPackages(packages)
const count =
  print('licences', licenceFindings(locked), `${locked.length} packages`) +
  print('install scripts', scriptFindings(locked, allowScripts), `${locked.length} packages`) +
  (await auditAdvisories()) +
  (await writeSbom())
process.exit(count > 0 ? 1 : 0)
