import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QuizServer, TEMPLATE_DATA_DIR } from './quiz-server.ts'

/** Starts the program once, as on a fresh machine, and keeps its data folder for all the others to begin with. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-e2e-template-'))
  await QuizServer.prepare(dataDir)
  process.env[TEMPLATE_DATA_DIR] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
