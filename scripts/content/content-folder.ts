import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's question bank. */
export const CONTENT_FOLDER = join(fileURLToPath(import.meta.url), '../../../content')
