import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What a browser needs to install the web app. */
const INSTALLATION = ['manifest.webmanifest', 'screenshots']

/**
 * Makes `native-main.ts`, which loads `main.tsx`, the entry of the page, and leaves out files that only a browser uses.
 */
export function nativeEntry(): Plugin {
  let outDir = ''
  return {
    name: 'quizmaster:native-entry',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('/src/main.tsx', '/src/native-main.ts')
          .replace(/\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>/g, ''),
    },
    closeBundle: async () => {
      for (const name of INSTALLATION) await rm(join(outDir, name), { recursive: true, force: true })
    },
  }
}
