import type { Plugin } from 'vite'

/**
 * Resolves every import of the package `of` to one copy, so that the bundle contains it once although npm has installed
 * several copies of the same version. `from` is the package whose copy is used.
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
