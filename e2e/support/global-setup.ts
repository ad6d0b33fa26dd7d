import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QuizServer, TEMPLATE_DATA_DIR } from './quiz-server.ts'

/** Starts the server once with an empty data folder, and keeps that folder as the template for all other starts. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-e2e-template-'))
  await QuizServer.prepare(dataDir)
  process.env[TEMPLATE_DATA_DIR] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
