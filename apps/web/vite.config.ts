import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shortClassNames } from './build/class-names.ts'
import { CHUNKS, fileName, filesWith } from './build/chunks.ts'
import { compressed } from './build/compress.ts'
import { simplifiedFirstScreens } from './build/first-screens.ts'
import { lazyFiles } from './build/lazy-files.ts'
import { nativeEntry } from './build/native-entry.ts'
import { oneCopy } from './build/one-copy.ts'
import { prerenderedPages } from './build/pages.ts'
import { serviceWorker } from './build/service-worker.ts'
import { splitFont } from './build/split-font.ts'
import { dropUnusedComponents } from './build/unused-components.ts'

/** The native apps' server. If set, this is a build for them, with its own entry and without files for browsers. */
const NATIVE_ORIGIN = process.env['VITE_API_ORIGIN'] ?? ''
/** A plain import of `react-router` resolves to the package's development build, which is larger. */
const PRODUCTION_ROUTER = fileURLToPath(new URL('../production/index.mjs', import.meta.resolve('react-router')))
const API_ORIGIN = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    splitFont(),
    shortClassNames(),
    oneCopy({ of: '@sentry/core', from: '@sentry/browser' }),
    dropUnusedComponents({ of: 'react-router' }),
    ...(NATIVE_ORIGIN
      ? [nativeEntry()]
      : [prerenderedPages(), serviceWorker(), lazyFiles(), simplifiedFirstScreens(), compressed()]),
  ],
  server: {
    proxy: Object.fromEntries(
      ['/services', '/config.json', '/healthz'].map((path) => [path, { target: API_ORIGIN, ws: path === '/services' }]),
    ),
  },
  resolve: { alias: [{ find: /^react-router$/, replacement: PRODUCTION_ROUTER }] },
  // Session replays are not compressed (error-reports/replay.ts), and there are no shadow roots or frames to record.
  define: {
    'import.meta.env.VITE_API_ORIGIN': JSON.stringify(NATIVE_ORIGIN),
    __SENTRY_EXCLUDE_REPLAY_WORKER__: true,
    __RRWEB_EXCLUDE_IFRAME__: true,
    __RRWEB_EXCLUDE_SHADOW_DOM__: true,
  },
  build: {
    outDir: NATIVE_ORIGIN ? '../mobile/www' : 'dist',
    emptyOutDir: true,
    target: ['chrome107', 'safari16', 'firefox115'],
    // The CSP allows no scripts or fonts from `data:` URLs, and a picture in its own file can be cached.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed, { hostType }) => (hostType === 'js' ? filesWith(file, needed) : needed),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        chunkFileNames: ({ name }) => fileName(name, '.js'),
        assetFileNames: ({ names }) => fileName(names[0] ?? '', '[extname]'),
      },
    },
  },
})
