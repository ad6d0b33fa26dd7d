import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { START_CHUNKS } from './build/chunks.ts'
import { compressed } from './build/compress.ts'
import { prerenderedLanding } from './build/landing.ts'

const API_ORIGIN = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), prerenderedLanding(), compressed()],
  server: {
    proxy: Object.fromEntries(
      ['/services', '/config.json', '/healthz'].map((path) => [path, { target: API_ORIGIN, ws: path === '/services' }]),
    ),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome107', 'safari16', 'firefox115'],
    // The CSP takes no data: script or font, and a picture of its own is cached by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: START_CHUNKS } },
    },
  },
})
