import type { Plugin } from 'vite'

/**
 * Takes a package of which npm has nested several copies of one version from a single place, so that the bundle holds
 * it once. `from` is the package whose copy is taken.
 */
export function oneCopy({ of, from }: { of: string; from: string }): Plugin {
  return {
    name: 'quizmaster:one-copy',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (importer === undefined || (id !== of && !id.startsWith(`${of}/`))) return null
      const owner = await this.resolve(from, importer, { ...options, skipSelf: true })
      return owner && this.resolve(id, owner.id, { ...options, skipSelf: true })
    },
  }
}
