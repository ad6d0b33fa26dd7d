import { type ImportFile, ImportError } from './import-candidate.ts'
import { ContentError, parseTopicsFile } from './topic-file.ts'

/**
 * Reads our own format: a topic file, or several topics in one file. Keys, ids and the answers' order stay.
 * @throws ImportError
 */
export function readOwn(file: string, yaml: string): ImportFile {
  try {
    const topics = parseTopicsFile(file, yaml)
    const candidates = topics.flatMap(({ questions, ...topic }) =>
      questions.map((question) => ({ place: `${topic.key}/${question.id}`, topic, question, isOwn: true })),
    )
    return { candidates, skipped: [] }
  } catch (error) {
    if (error instanceof ContentError) throw new ImportError([error.message])
    throw error
  }
}
