import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

const SOURCE = 'worker/service-worker.ts'
/** The lazily loaded modules of screens and services that are of no use without a network. */
const ONLINE_ONLY =
  /\/src\/(?:routes\/(?:app\/admin|base\/login|base\/pages|site-extras|app\/dashboard\/premium)|features\/(?:admin|chat|consent|ads|site|games\/stage\/)|platform\/error-reports)/
/** The background, the logo and the home screen's picture; other pictures are stored when they are first shown. */
const PICTURES = ['contour', 'contour-light', 'logo', 'logo-light', 'hero-wide', 'state-error']
const LATIN_FONT = /geologica-latin-(?:rare-)?[^/]{7}\.woff2$/

/** Writes `sw.js`: the worker, with the list of files that the app needs offline. */
export function serviceWorker(): Plugin {
  let root = ''
  let outDir = ''
  let files: string[] = []
  return {
    name: 'quizmaster:service-worker',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved: (config) => {
      root = config.root
      outDir = join(config.root, config.build.outDir)
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const isLazy = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
        files = offlineFiles(bundle, isLazy)
      },
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const source = await readFile(join(root, SOURCE), 'utf8')
        const { code } = await transformWithOxc(source, SOURCE)
        const pageSha256 = hashOf(await readFile(join(outDir, 'index.html')))
        const paths = ['/index.html', ...files, ...PICTURES.map((name) => `/img/${name}.svg`)]
        const version = { id: hashOf(`${pageSha256}${paths.join()}`).slice(0, 12), files: paths, pageSha256 }
        await writeFile(join(outDir, 'sw.js'), `const VERSION = ${JSON.stringify(version)}\n${code}`)
      },
    },
  }
}

/** The entry and everything that it imports, statically or lazily, except for modules that need the network anyway. */
function offlineFiles(bundle: Rolldown.OutputBundle, isLazy: (id: string) => boolean): string[] {
  const taken = new Set<string>()
  const take = (name: string) => {
    const chunk = bundle[name]
    if (taken.has(name) || chunk?.type !== 'chunk' || isOnlineOnly(chunk.moduleIds.filter(isLazy))) return
    taken.add(name)
    for (const css of chunk.viteMetadata?.importedCss ?? []) taken.add(css)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) take(next)
  }
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type === 'chunk' && chunk.isEntry) take(name)
    if (LATIN_FONT.test(name)) taken.add(name)
  }
  return [...taken].toSorted().map((name) => `/${name}`)
}

/** Whether all lazily loaded modules of a chunk need the network. */
function isOnlineOnly(lazyIds: readonly string[]): boolean {
  return lazyIds.length > 0 && lazyIds.every((id) => ONLINE_ONLY.test(id))
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
