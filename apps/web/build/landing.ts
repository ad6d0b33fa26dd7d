import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type HtmlTagDescriptor, type Plugin } from 'vite'

const ROOT = '<div id="root"></div>'
const BOOT = '<script src="/boot.js"></script>'
const LATIN_FONT = /geologica-latin-wght-normal.*\.woff2$/

interface PrerenderModule {
  /** The landing as HTML, as the browser will hydrate it. */
  renderLanding(): string
}

/**
 * Makes the landing readable before any script runs: beside `index.html`, the plain shell of every path, it writes
 * `landing.html`, the same page with `/base/home` drawn into it. Also preloads the one font both need.
 */
export function prerenderedLanding(): Plugin {
  let root = ''
  let outDir = ''
  let configFile: string | undefined
  return {
    name: 'quizmaster:landing',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved: (config) => {
      root = config.root
      outDir = join(config.root, config.build.outDir)
      configFile = config.configFile
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((name) => LATIN_FONT.test(name))
        return font ? [fontPreload(font)] : []
      },
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const shell = await readFile(join(outDir, 'index.html'), 'utf8')
        if (!shell.includes(ROOT)) throw new Error(`index.html has lost its ${ROOT}`)
        const landing = await renderLanding(root, configFile)
        const page = shell
          .replace(ROOT, () => `<div id="root">${landing}</div>`)
          .replace('</title>', () => `</title>\n    ${BOOT}`)
        await writeFile(join(outDir, 'landing.html'), page)
      },
    },
  }
}

function fontPreload(file: string): HtmlTagDescriptor {
  const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true }
  return { tag: 'link', attrs, injectTo: 'head-prepend' }
}

/** Builds the app once more for this process, so that class names and asset addresses are those of the real build. */
async function renderLanding(root: string, configFile: string | undefined): Promise<string> {
  // npm makes this folder only where a package of the web app's own could not be shared.
  await mkdir(join(root, 'node_modules'), { recursive: true })
  const folder = await mkdtemp(join(root, 'node_modules', '.prerender-'))
  try {
    await build({
      root,
      ...(configFile ? { configFile } : {}),
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: 'src/prerender.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false },
    })
    const module = (await import(pathToFileURL(join(folder, 'prerender.js')).href)) as PrerenderModule
    return module.renderLanding()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
