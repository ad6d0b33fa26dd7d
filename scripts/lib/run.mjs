import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Runs a command in the project's folder; throws when it fails. SIGTERM is passed on to the command, which then fails,
 * so that a script that is ended doesn't leave it behind. (SIGINT reaches both from the terminal.)
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    const passOn = () => child.kill('SIGTERM')
    process.once('SIGTERM', passOn)
    child.on('error', (error) => {
      process.off('SIGTERM', passOn)
      reject(error)
    })
    child.on('close', (code, signal) => {
      process.off('SIGTERM', passOn)
      if (code === 0) resolve()
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? `code ${code}`}`))
    })
  })
}
