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

/** Where the native apps find their server. Set, this is a build for them: an entry of its own, and files on the device. */
const NATIVE_ORIGIN = process.env['VITE_API_ORIGIN'] ?? ''
/** `react-router` leads to the package's development build, which is larger. */
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
  // Session replay goes out unpacked (error-reports/replay.ts), and has no shadow roots or frames to look into.
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
    // The CSP takes no data: script or font, and a picture of its own is cached by itself.
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
