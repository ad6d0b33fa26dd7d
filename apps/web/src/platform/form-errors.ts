import { ApiError } from './http.ts'
import { announceNow } from '../ui/feedback/announce.tsx'
import { showFailure } from '../ui/feedback/show-failure.ts'

/**
 * Shows why a form was refused: a field's message under the field, anything else as an error toast with the title.
 * Returns the first field that has an error, to be focused.
 */
export function showFormErrors<Field extends string>(
  title: string,
  error: unknown,
  fields: readonly Field[],
  setFieldError: (field: Field, message: string) => void,
): Field | null {
  const messages = error instanceof ApiError ? (error.fields ?? {}) : {}
  const wrong = fields.filter((field) => messages[field]?.[0] !== undefined)
  for (const field of wrong) setFieldError(field, messages[field]?.[0] ?? '')
  const [first] = wrong
  if (first !== undefined) {
    announceNow(messages[first]?.[0] ?? '')
    return first
  }
  showFailure(title, error)
  return null
}
