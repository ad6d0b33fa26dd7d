import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** How much npm may print. */
export const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** The part of a CycloneDX document that we read. */
export interface Sbom {
  bomFormat: string
  components: { name: string; version: string; purl: string }[]
}

interface Manifest {
  devDependencies?: Record<string, string>
}

/**
 * The shipped packages of the project in `root`, as CycloneDX by `npm sbom`. Its own `--omit dev` also leaves out
 * shipped packages that a development tool needs as well, such as pg, so it is given a copy without the tools.
 */
export async function createSbom(root: string): Promise<Sbom> {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const lock = read('package-lock.json') as {
    packages: Record<string, Manifest & { dev?: boolean; devOptional?: boolean }>
  }
  const packages = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const folder = mkdtempSync(join(tmpdir(), 'quizmaster-sbom-'))
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(content))
  }
  try {
    for (const [path] of packages.filter(([name]) => !name.includes('node_modules'))) {
      const manifest = join(path, 'package.json')
      write(manifest, withoutTools(read(manifest) as Manifest))
    }
    const kept = packages.map(([path, locked]) => [path, withoutTools(locked)])
    write('package-lock.json', { ...lock, packages: Object.fromEntries(kept) })
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
    const { stdout } = await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES })
    return JSON.parse(stdout) as Sbom
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function withoutTools<T extends Manifest>(manifest: T): T {
  const shipped = { ...manifest }
  delete shipped.devDependencies
  return shipped
}
