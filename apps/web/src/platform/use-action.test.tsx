import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useAction } from './use-action.ts'

function deferred<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void } | undefined
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }))
  return { promise, resolve: (value: T) => settle?.resolve(value), reject: (error: Error) => settle?.reject(error) }
}

test('an action runs once however often it is started while pending', async () => {
  const answer = deferred<string>()
  const save = vi.fn(() => answer.promise)
  const onDone = vi.fn()
  const { result } = renderHook(() => useAction(save, { onDone, onFailure: vi.fn() }))
  act(() => {
    result.current.run('first')
    result.current.run('second')
  })
  await waitFor(() => expect(result.current).toMatchObject({ isPending: true, pendingInput: 'first' }))
  answer.resolve('saved')
  await waitFor(() => expect(result.current).toMatchObject({ isPending: false, isDone: true, pendingInput: null }))
  expect(save).toHaveBeenCalledTimes(1)
  expect(onDone.mock.calls).toEqual([['saved', 'first']])
})

test('a failed action reports the error and can be run again', async () => {
  const onFailure = vi.fn()
  const save = vi.fn<(input: string) => Promise<void>>(() => Promise.reject(new Error('Not found')))
  const { result } = renderHook(() => useAction(save, { onFailure }))
  act(() => result.current.run('first'))
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1))
  act(() => result.current.run('second'))
  await waitFor(() => expect(onFailure.mock.calls.map(([, input]) => input)).toEqual(['first', 'second']))
  expect(result.current.isDone).toBe(false)
})

test('an action stays pending until its follow-up has settled', async () => {
  const followUp = deferred<void>()
  const nothing: () => Promise<void> = () => Promise.resolve()
  const { result } = renderHook(() =>
    useAction<void, void>(nothing, { onDone: () => followUp.promise, onFailure: vi.fn() }),
  )
  act(() => result.current.run())
  await waitFor(() => expect(result.current.isPending).toBe(true))
  followUp.resolve()
  await waitFor(() => expect(result.current.isDone).toBe(true))
})
