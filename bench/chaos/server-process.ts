import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { createLog } from '../../apps/server/src/infra/log.ts'
import { startServer } from '../../apps/server/src/start-server.ts'
import { topicFile } from '../../apps/server/src/testing/build-app.ts'

// The server as a separate process, run from its sources, with a bank that has a topic of few questions, so that games
// are short. Settings are environment variables. A message `{clockShiftMs}` from the parent sets its wall clock.

/** Games are played with the topic `game`, practice with the topic `practice`. */
const BANK = { game: Number(process.env['CHAOS_QUESTIONS']), practice: 60 }

const realNow = Date.now.bind(Date)
let shiftMs = 0
Date.now = () => realNow() + shiftMs
process.on('message', (message: { clockShiftMs: number }) => {
  shiftMs = message.clockShiftMs
})
process.on('disconnect', () => process.exit(1))

const contentFolder = mkdtempSync(join(tmpdir(), 'quizmaster-chaos-bank-'))
for (const [name, count] of Object.entries(BANK)) {
  writeFileSync(join(contentFolder, `${name}.yaml`), topicFile(name, count))
}
const config = readConfig(process.env)
const log = createLog(config.logLevel, () => undefined)
process.on('unhandledRejection', (error) => log.error({ err: error, msg: 'unhandled_rejection' }))
const running = await startServer({ config, log, contentFolder, webFolder: null, version: '0.0.0', commit: null })
rmSync(contentFolder, { recursive: true })
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
