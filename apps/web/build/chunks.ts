/** What a chunk is named by: the id of a module, and who imports it. */
interface ChunkingContext {
  getModuleInfo(id: string): { importers: readonly string[]; isEntry: boolean } | null
}

const VENDOR = /node_modules\/(?:react|react-dom|scheduler|react-router)\//

/**
 * Two chunks for the start: `vendor`, which changes with our dependencies only and so outlives our deploys in a
 * player's cache, and `app`, all that the landing needs of ours. Left alone, every module that a lazy screen shares
 * with the start would become a file of its own.
 */
export const START_CHUNKS = [
  { name: 'vendor', test: VENDOR, priority: 2 },
  { name: (id: string, context: ChunkingContext) => (isStartedWith(id, context) ? 'app' : null), priority: 1 },
]

/** Whether the entry imports a module, straight or by others, without waiting for a lazy screen. */
function isStartedWith(id: string, context: ChunkingContext, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const module = context.getModuleInfo(id)
  if (!module) return false
  return module.isEntry || module.importers.some((importer) => isStartedWith(importer, context, seen))
}
