import type { Plugin } from 'vite'

/**
 * Starts the page by `native-main.ts` instead of `main.tsx`, which it loads in its turn, and leaves out what only a browser
 * uses.
 */
export function nativeEntry(): Plugin {
  return {
    name: 'quizmaster:native-entry',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('/src/main.tsx', '/src/native-main.ts')
          .replace(/\s*<link rel="(?:manifest|apple-touch-icon)"[^>]*>/g, ''),
    },
  }
}
