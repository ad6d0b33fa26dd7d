/** The text of an audit action: `question_withdrawn` is "Question withdrawn". */
export function actionText(action: string): string {
  const words = action.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One line of an entry's details: the name of a value with the value or its change. */
export interface DetailLine {
  name: string
  text: string
}

/** The details of an entry, one line per value. For `before` and `after`, only the differences, as "old → new". */
export function detailLines(details: Readonly<Record<string, unknown>>): DetailLine[] {
  const { before, after, ...others } = details
  const lines = [...leavesOf(others)].map(([name, text]) => ({ name, text }))
  if (!('before' in details) && !('after' in details)) return lines
  const [old, now] = [leavesOf(before, 'value'), leavesOf(after, 'value')]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  return [...lines, ...changed.map((name) => ({ name, text: `${old.get(name) ?? '–'} → ${now.get(name) ?? '–'}` }))]
}

/** Every leaf value by its path, as in "answers 2 text"; a value at the top is called `topName`. */
function leavesOf(
  value: unknown,
  topName = '',
  found = new Map<string, string>(),
  path: string[] = [],
): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      const part = Array.isArray(value) ? String(Number(name) + 1) : name.replaceAll('_', ' ')
      leavesOf(child, topName, found, [...path, part])
    }
  } else if (value !== undefined) {
    found.set(path.join(' ') || topName, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return found
}
