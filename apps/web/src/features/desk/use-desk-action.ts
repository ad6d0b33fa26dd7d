import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../platform/http.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { DESK_STRINGS } from './strings.ts'

/** What every query of the desk begins with: an action may change any list, and only those on screen are asked again. */
export const DESK_KEY = 'desk'

interface Action<Input, Output> {
  act: (input: Input) => Promise<Output>
  /** What is told when it is done. */
  done: (output: Output, input: Input) => string
  /** Takes the messages of refused fields; without it a toast tells the first. */
  onFieldErrors?: (fields: Record<string, string[]>) => void
}

/**
 * Something an operator does. It is under way until the lists on screen have been asked again, so that what is shown
 * afterwards is the server's truth; a refusal is a toast with the server's sentence.
 */
export function useDeskAction<Input, Output>(action: Action<Input, Output>): UseMutationResult<Output, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => {
      const output = await action.act(input)
      await client.invalidateQueries({ queryKey: [DESK_KEY] })
      return output
    },
    onSuccess: (output, input) => showToast({ type: 'success', title: action.done(output, input), message: '' }),
    onError: (error) => {
      if (error instanceof ApiError && error.fields && action.onFieldErrors) action.onFieldErrors(error.fields)
      else showToast({ type: 'error', title: DESK_STRINGS.failed, message: error.message })
    },
  })
}
