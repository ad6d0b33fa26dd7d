/** What a rule reports about a question or topic. An error fails the check; a note is only printed. */
export interface Problem {
  level: 'error' | 'note'
  reason: string
}

/** A problem and its place: `file` is a path within `content/`; `questionId` is null for problems of the topic. */
export interface Finding extends Problem {
  file: string
  questionId: string | null
}

/** A problem that must be fixed. */
export function fault(reason: string): Problem {
  return { level: 'error', reason }
}

/** A problem that a person should judge. */
export function note(reason: string): Problem {
  return { level: 'note', reason }
}

/** `file, question id: reason`, as `content:check` prints it. */
export function findingLine(finding: Finding): string {
  const place = finding.questionId === null ? finding.file : `${finding.file}, ${finding.questionId}`
  return `${place}: ${finding.level === 'note' ? '(note) ' : ''}${finding.reason}`
}
