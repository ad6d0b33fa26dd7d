/** A fact such as `question_withdrawn` in words: "Question withdrawn". */
export function actionText(action: string): string {
  const words = action.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A detail of whatever shape on one line or more: texts as they are, all else as JSON. */
export function detailText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
