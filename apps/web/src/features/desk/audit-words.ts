/** A fact such as `question_withdrawn` in words: "Question withdrawn". */
export function actionText(action: string): string {
  const words = action.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One line of an entry's details: what, and what it is or became. */
export interface DetailLine {
  name: string
  text: string
}

/**
 * The details of an entry, a line for each value: where they tell how a thing was `before` and `after`, only what has
 * changed, as "old → new".
 */
export function detailLines(details: Readonly<Record<string, unknown>>): DetailLine[] {
  const { before, after, ...others } = details
  const lines = [...leavesOf(others)].map(([name, text]) => ({ name, text }))
  if (!('before' in details) && !('after' in details)) return lines
  const [old, now] = [leavesOf(before, 'value'), leavesOf(after, 'value')]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
  return [...lines, ...changed.map((name) => ({ name, text: `${old.get(name) ?? '–'} → ${now.get(name) ?? '–'}` }))]
}

/** Every value inside, by the words of the way to it: "answers 2 text". A value that stands alone gets `alone`. */
function leavesOf(
  value: unknown,
  alone = '',
  found = new Map<string, string>(),
  way: string[] = [],
): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const step = Array.isArray(value) ? String(Number(name) + 1) : name.replaceAll('_', ' ')
      leavesOf(part, alone, found, [...way, step])
    }
  } else if (value !== undefined) {
    found.set(way.join(' ') || alone, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return found
}
