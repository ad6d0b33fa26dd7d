import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type HtmlTagDescriptor, minify, type Plugin, type Rolldown } from 'vite'

const ROOT = '<div id="root"></div>'
const FONT = /geologica-latin-[^/]{7}\.woff2$/
const BOOT_SOURCE = 'build/boot.js'

const LANDING = 'landing.html'

/** The chunks that every player's screen needs. */
const PLAYER = ['frame', 'live', 'player'] as const

/**
 * The pages besides `index.html`, the plain shell that is served for all other paths. Each page loads its chunks at
 * once, and contains the screen at `location` as it looks before its data has arrived.
 */
const PAGES = [
  { file: LANDING, location: '/base/home', chunks: ['landing'] },
  { file: 'visitor-quiz.html', location: '/def/infinite-game', chunks: ['frame', 'questions', 'practice'] },
  { file: 'dashboard.html', location: '/app/dashboard', chunks: [...PLAYER, 'dashboard'] },
  { file: 'practice.html', location: '/app/practice/play', chunks: [...PLAYER, 'questions', 'practice'] },
  { file: 'player.html', location: null, chunks: PLAYER },
] as const

interface PrerenderModule {
  /** The screen as HTML: the landing to be hydrated, others as they look before their data has arrived. */
  renderScreen(location: string): Promise<string>
}

/**
 * Writes the pages of screens that are often opened first. `apps/server/src/api/web-app.ts` knows which path gets
 * which.
 */
export function prerenderedPages(): Plugin {
  let root = ''
  let outDir = ''
  let configFile: string | undefined
  let bundle: Rolldown.OutputBundle = {}
  return {
    name: 'quizmaster:pages',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved: (config) => {
      root = config.root
      outDir = join(config.root, config.build.outDir)
      configFile = config.configFile
    },
    generateBundle: {
      order: 'post',
      handler: (_, written) => {
        bundle = written
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle: written }) => {
        const font = Object.keys(written ?? {}).find((name) => FONT.test(name))
        return font ? [fontPreload(font)] : []
      },
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        const shell = await readFile(join(outDir, 'index.html'), 'utf8')
        if (!shell.includes(ROOT)) throw new Error(`index.html has lost its ${ROOT}`)
        const boot = await bootScript(root)
        const screens = await renderScreens(root, configFile)
        await Promise.all(
          PAGES.map(async ({ file, location, chunks }) => {
            const plain = shell
              .replace(ROOT, () => `<div id="root">${location === null ? '' : screens.get(location)}</div>`)
              .replace('</title>', () => `</title>\n    <script>${boot}</script>`)
              .replace('</head>', () => `${tagsOf(chunks, bundle, shell)}</head>`)
            const page = location === null ? plain : withStyles(plain, bundle)
            await writeFile(join(outDir, file), file === LANDING ? withLateScripts(page) : page)
          }),
        )
      },
    },
  }
}

/** The script is inline, because a file would delay the first paint. The server's CSP allows it by its hash. */
async function bootScript(root: string): Promise<string> {
  const { code, errors } = await minify(BOOT_SOURCE, await readFile(join(root, BOOT_SOURCE), 'utf8'))
  if (errors.length > 0) throw new Error(`${BOOT_SOURCE}: ${errors.map(({ message }) => message).join(', ')}`)
  return code.trim()
}

function fontPreload(file: string): HtmlTagDescriptor {
  const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true }
  return { tag: 'link', attrs, injectTo: 'head-prepend' }
}

/**
 * Tags that have the browser load chunks, the chunks that these import, and the styles of all of them with the page
 * instead of when the entry asks for them. Files that the shell loads are left out.
 */
function tagsOf(names: readonly string[], bundle: Rolldown.OutputBundle, shell: string): string {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || found.has(chunk) || shell.includes(chunk.fileName)) return
    for (const file of chunk.imports) add(bundle[file])
    found.add(chunk)
  }
  for (const name of names) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
    if (!chunk) throw new Error(`there is no chunk named ${name}`)
    add(chunk)
  }
  return [...found].flatMap(chunkTags).join('')
}

function chunkTags({ fileName, viteMetadata }: Rolldown.OutputChunk): string[] {
  return [
    `  <link rel="modulepreload" crossorigin href="/${fileName}">\n  `,
    ...[...(viteMetadata?.importedCss ?? [])].map(
      (file) => `  <link rel="stylesheet" crossorigin href="/${file}">\n  `,
    ),
  ]
}

/**
 * Puts the stylesheets into the page, so that its screen is visible without waiting for them. A disabled link remains
 * for each: when the app loads a chunk with the same styles, it finds the link and takes them for loaded.
 */
function withStyles(page: string, bundle: Rolldown.OutputBundle): string {
  return page.replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (link, file: string) => {
    const styles = bundle[file]
    if (styles?.type !== 'asset') throw new Error(`there are no styles for ${link}`)
    return `<style>${String(styles.source).trim()}</style><link rel="stylesheet" href="/${file}" disabled>`
  })
}

/**
 * Has the browser load the scripts after the font and the pictures: the landing is complete without the scripts, which
 * are ten times its size.
 */
function withLateScripts(page: string): string {
  return page.replace(/(<script type="module"|<link rel="modulepreload")/g, '$1 fetchpriority="low"')
}

/** Builds the app once more for this process, so that class names and asset addresses are those of the real build. */
async function renderScreens(root: string, configFile: string | undefined): Promise<ReadonlyMap<string, string>> {
  // npm creates this folder only if one of the web app's packages could not be hoisted.
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
    const screens = new Map<string, string>()
    // One after another, because they share `localStorage` and the query cache.
    for (const { location } of PAGES) {
      if (location !== null) screens.set(location, await module.renderScreen(location))
    }
    return screens
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
