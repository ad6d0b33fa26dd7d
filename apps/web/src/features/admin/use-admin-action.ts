import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../platform/http.ts'
import { type Action, useAction } from '../../platform/use-action.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { ADMIN_STRINGS } from './strings.ts'

/** First part of the key of every admin query. Any action may change any list, so all of them are invalidated. */
export const ADMIN_KEY = 'admin'

interface AdminAction<Input, Output> {
  act: (input: Input) => Promise<Output>
  /** The title of the toast after a success. */
  done: (output: Output, input: Input) => string
  onDone?: (output: Output) => void
  /** Receives the messages for refused fields; without it a toast shows the first message. */
  onFieldErrors?: (fields: Record<string, string[]>) => void
}

/**
 * An operator's action. It stays pending until the lists on screen have been fetched again, so that they then show the
 * server's state. A refusal is shown as a toast with the server's message.
 */
export function useAdminAction<Input, Output>(action: AdminAction<Input, Output>): Action<Input> {
  const client = useQueryClient()
  return useAction(
    async (input: Input) => {
      const output = await action.act(input)
      await client.invalidateQueries({ queryKey: [ADMIN_KEY] })
      return output
    },
    {
      onDone: (output, input) => {
        showToast({ type: 'success', title: action.done(output, input), message: '' })
        action.onDone?.(output)
      },
      onFailure: (error) => {
        if (error instanceof ApiError && error.fields && action.onFieldErrors) action.onFieldErrors(error.fields)
        else showFailure(ADMIN_STRINGS.failed, error)
      },
    },
  )
}
