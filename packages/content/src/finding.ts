/** What a rule says about one question or topic. A fault fails the check; a note only wants to be seen. */
export interface Problem {
  level: 'error' | 'note'
  reason: string
}

/** A problem with its place: `file` within `content/`, and the question's id where it is about one. */
export interface Finding extends Problem {
  file: string
  questionId: string | null
}

/** Something that has to be mended. */
export function fault(reason: string): Problem {
  return { level: 'error', reason }
}

/** Something that a person should look at. */
export function note(reason: string): Problem {
  return { level: 'note', reason }
}

/** `file, question id: reason`, as `content:check` prints it. */
export function findingLine(finding: Finding): string {
  const place = finding.questionId === null ? finding.file : `${finding.file}, ${finding.questionId}`
  return `${place}: ${finding.level === 'note' ? '(note) ' : ''}${finding.reason}`
}
