/** What determines a module's chunk: the modules that import it, and those that load it lazily. */
interface ChunkingContext {
  getModuleInfo(id: string): {
    importers: readonly string[]
    dynamicImporters: readonly string[]
    isEntry: boolean
  } | null
}

const VENDOR = /node_modules\/(?:react|react-dom|scheduler|react-router)\/|rolldown\/runtime/

/** The areas of the app, by lazily loaded screens and sheets. A lazy module that matches none is an area of its own. */
const AREAS: readonly (readonly [area: string, modules: RegExp])[] = [
  ['frame', /routes\/(?:queries|user-gate|def\/visitor-routes)\.tsx$|routes\/newer-version\.ts$/],
  ['landing', /routes\/base\/(?:home|layout)\.tsx$/],
  ['player', /routes\/app\/player-routes\.tsx$/],
  // These sheets have dependencies that the others do not need.
  ['facts-sheet', /features\/my-stats\/facts-sheet\.tsx$/],
  ['name-sheet', /features\/accounts\/name-sheet\.tsx$/],
  ['account-sheets', /features\/accounts\/(?:confirmation-code\.ts|(?:devices|export|delete-account)-sheet\.tsx)$/],
  ['sheets', /(?:-sheets?|features\/plans\/premium-success)\.tsx$/],
  ['practice-settings', /features\/practice\/practice-settings\.tsx$/],
  ['stage', /features\/games\/stage\/stage\.tsx$/],
  ['practice', /\/practice\//],
  ['daily-play', /features\/daily\/daily-play\.tsx$/],
  ['daily', /features\/daily\/daily-day\.tsx$/],
  ['daily-more', /features\/daily\/daily-(?:answers|archive|weeks)\.tsx$/],
  // Both the route's module and the feature's, which is also prefetched with the other screens of a game.
  ['lobby', /(?:features\/games|routes\/app\/private-game)\/lobby\.tsx$/],
  // Small screens that lead into a game. The landing page lists every file, so they share one.
  ['join', /features\/games\/(?:game-modes|join-game|join-by-link|short-join)\.tsx$/],
  ['game-play', /features\/games\/game-play\.tsx$/],
  ['watch', /features\/games\/watch\/watch-game\.tsx$/],
  ['watch-results', /features\/games\/watch\/watch-results\.tsx$/],
  ['login', /routes\/base\/login\//],
  ['admin-security', /features\/admin\/(?:admin-barrier|security)\.tsx$/],
  ['dashboard', /routes\/app\/dashboard\/home\.tsx$/],
]
/**
 * Only endless lists need these. Who imports them is unknown, because every import goes through the package's index.
 */
const ENDLESS_LISTS = /\/(?:useInfiniteQuery|infiniteQueryObserver)\.js$/
const PLANS = /\/features\/plans\//
/**
 * Areas whose screens show a question. What they share is `questions`, except for what only games with friends need.
 */
const QUESTION_AREAS = ['practice', 'daily-play', 'game-play', 'watch']
const GAME_AREAS = ['game-play', 'watch']
/** The results are loaded while the game is being watched. */
const WATCH_AREAS = ['watch', 'watch-results']
/** The name sheet opens only over the lobby. */
const LOBBY_AREAS = ['lobby', 'name-sheet']

/**
 * There are few chunks, because on a slow connection the number of files costs more than their size. By default every
 * module that two screens share would become a file of its own.
 *
 * `vendor` changes only with our dependencies, so it stays in a player's cache across deploys. `start` is what the
 * entry imports. `frame` is what practice, visitors and the frames around all screens need, and `player` is what
 * signed-in players need. Each area has one chunk. What other screens share is `common`, divided by which screens need
 * it. Small parts are not merged: merged parts can import each other in a cycle, and then the app doesn't start.
 */
export const CHUNKS = [
  { name: 'vendor', test: VENDOR, priority: 3 },
  { name: chunkOf, debugName: 'areas', priority: 2, includeDependenciesRecursively: false },
  {
    name: 'common',
    test: /./,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
    entriesAware: true,
  },
]

/** Always loaded before any lazily loaded module. */
const ALWAYS_LOADED = /\/(?:vendor|rolldown-runtime|index)-[^/]+\.js$/
/** Loaded before any screen that has a frame around it. */
const FRAMES = /\/(?:frame|player|live)-[^/]+\.js$/
/** Loaded without a frame around them. */
const FRAMELESS = /\/(?:frame|player|live|landing|stage|join|login|site-extras)-[^/]+\.js$/

/**
 * The files to load together with a lazily loaded one. The entry contains all of these lists, so they leave out files
 * that are loaded anyway.
 */
export function filesWith(file: string, needed: readonly string[]): string[] {
  return needed.filter((name) => !ALWAYS_LOADED.test(name) && (FRAMELESS.test(file) || !FRAMES.test(name)))
}

/**
 * The file name of a chunk or an asset. Its hash is short, because the entry names all files. The bundler names the
 * parts of `common` after all modules that need them; that is cut off.
 */
export function fileName(name: string, extension: string): string {
  return `assets/${name.replace(/^common~.*/, 'common').replace(/\.\w+$/, '')}-[hash:7]${extension}`
}

/** The name of a module's chunk; null if only a lazy module without an area uses it, or if it is part of `common`. */
function chunkOf(id: string, context: ChunkingContext): string | null {
  if (ENDLESS_LISTS.test(id)) return null
  const areas = areasOf(id, context)
  // The landing loads nothing besides its own chunk and the entry.
  if (areas.has('start') || (areas.has('landing') && areas.size > 1)) return 'start'
  if (areas.has('frame')) return 'frame'
  if (areas.size <= 1) return AREAS.find(([area]) => areas.has(area))?.[0] ?? null
  if ([...areas].every((area) => WATCH_AREAS.includes(area))) return 'watch'
  if ([...areas].every((area) => LOBBY_AREAS.includes(area))) return 'lobby'
  if ([...areas].every((area) => GAME_AREAS.includes(area))) return null
  if ([...areas].every((area) => QUESTION_AREAS.includes(area))) return 'questions'
  if (areas.has('practice')) return 'frame'
  if (!areas.has('player') && !areas.has('dashboard')) return null
  // Needed by the dashboard and some screens that it links to, but not by most other screens.
  if (!areas.has('player') && /\/(?:features|routes)\//.test(id)) return PLANS.test(id) ? 'plans' : 'home'
  // A big screen follows games, but needs nothing else that players need.
  if (areas.has('player') && areas.has('stage')) return 'live'
  // Visitors need neither sockets nor games.
  return areas.has('login') || areas.has('daily') || areas.has('daily-play') ? 'frame' : 'player'
}

/**
 * The areas that need a module, directly or indirectly: its own, if it is loaded lazily, and those of its importers.
 */
function areasOf(id: string, context: ChunkingContext, seen = new Set<string>(), areas = new Set<string>()) {
  if (seen.has(id)) return areas
  seen.add(id)
  const module = context.getModuleInfo(id)
  if (!module) return areas
  if (module.isEntry) areas.add('start')
  if (module.dynamicImporters.length > 0) areas.add(AREAS.find(([, modules]) => modules.test(id))?.[0] ?? id)
  for (const importer of module.importers) areasOf(importer, context, seen, areas)
  return areas
}
