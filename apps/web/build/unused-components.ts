import type { Plugin } from 'vite'

/** The name of a component or a context, which only development tools show. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm
const CREATED = /= (React\d*\.(?:createContext|forwardRef|memo)\()/g

/**
 * Drops the unused components and contexts of a package. Otherwise they stay in the bundle, because the bundler can't
 * tell that creating and naming them has no side effects.
 */
export function dropUnusedComponents({ of }: { of: string }): Plugin {
  return {
    name: 'quizmaster:unused-components',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: `**/node_modules/${of}/**` },
      handler: (code) => ({ code: code.replace(DISPLAY_NAME, '').replace(CREATED, '= /* @__PURE__ */ $1'), map: null }),
    },
  }
}
