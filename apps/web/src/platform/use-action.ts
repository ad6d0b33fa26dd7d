import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { queryClient } from './query-client.ts'

interface Outcome<Input, Output> {
  /** If this returns a promise, the action stays pending until it has settled. */
  onDone?: (output: Output, input: Input) => unknown
  onFailure: (error: Error, input: Input) => unknown
}

/** An action with its state. */
export interface Action<Input> {
  /** Starts the action; ignored while it is pending. */
  run: (input: Input) => void
  isPending: boolean
  /** It has succeeded since the last `run` or `reset`. */
  isDone: boolean
  /** The input of the pending action; null if none is pending. */
  pendingInput: Input | null
  /** Restores the state before the first `run`. */
  reset: () => void
}

/**
 * Runs a user's action, such as a call to the server, at most once at a time. `onDone` and `onFailure` are called even
 * if the component has been unmounted.
 */
export function useAction<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  { onDone, onFailure }: Outcome<Input, Output>,
): Action<Input> {
  // `isPending` is that of the last render: two events in one tick would both find it false.
  const isRunning = useRef(false)
  const {
    mutate,
    reset: resetMutation,
    isPending,
    isSuccess,
    variables,
  } = useMutation(
    {
      mutationFn: act,
      onSuccess: (output, input) => onDone?.(output, input),
      onError: (error, input) => onFailure(error, input),
      onSettled: () => {
        isRunning.current = false
      },
    },
    // Passed explicitly, because the login screens have no provider.
    queryClient,
  )
  const run = (input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(input)
  }
  const reset = useCallback(() => {
    isRunning.current = false
    resetMutation()
  }, [resetMutation])
  return { run, isPending, isDone: isSuccess, pendingInput: isPending ? variables : null, reset }
}
