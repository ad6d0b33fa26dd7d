import { mergeConfig } from 'vite'
import config from '../../apps/web/vite.config.ts'

/** The web app with another word on the dashboard: what a deploy brings (e2e/support/releases.ts). */
export default mergeConfig(config, {
  plugins: [
    {
      name: 'next-version',
      enforce: 'pre' as const,
      transform: (code: string, id: string) =>
        id.endsWith('/routes/app/dashboard/strings.ts') ? code.replace("'Journey'", "'Journey, newer'") : null,
    },
  ],
})
