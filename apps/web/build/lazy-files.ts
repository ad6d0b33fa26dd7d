import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * Writes `.cache/lazy-files.json`: which JavaScript and CSS files are loaded with the entry, and with each lazily
 * loaded module, by its path below `src`. It is not in the output folder, because everything in there is served. The
 * test of each route's weight reads it (e2e/weight.spec.ts).
 */
export function lazyFiles(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'quizmaster:lazy-files',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved: (config) => {
      root = config.root
      folder = join(config.root, config.build.outDir, '../.cache')
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files: Record<string, string[]> = {}
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          if (chunk.isEntry) files['entry'] = filesOf(chunk, bundle)
          for (const id of chunk.moduleIds) {
            const isLazy = (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
            if (isLazy) files[relative(`${root}/src`, id)] = filesOf(chunk, bundle)
          }
        }
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, 'lazy-files.json'), JSON.stringify(files))
      },
    },
  }
}

/** A chunk, all that it imports, and their styles. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, taken = new Set<string>()): string[] {
  taken.add(chunk.fileName)
  for (const css of chunk.viteMetadata?.importedCss ?? []) taken.add(css)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk' && !taken.has(name)) filesOf(next, bundle, taken)
  }
  return [...taken].toSorted()
}
