import { useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordServerAnswer, recordTopicDown } from '../platform/connection.ts'
import { queryClient } from '../platform/query-client.ts'
import { Queries } from './queries.tsx'

const TOPIC = 'user_stats:u1'
const read = vi.fn<() => Promise<string>>()

beforeEach(() => void read.mockReset())
afterEach(() => {
  cleanup()
  recordServerAnswer(true)
  recordTopicDown(TOPIC, false)
  queryClient.clear()
})

function Topics() {
  const { data, error } = useQuery({ queryKey: ['topics'], queryFn: read, retry: false })
  return <p>{error ? 'failed' : (data ?? 'loading')}</p>
}

function open() {
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Queries />}>
          <Route path="*" element={<Topics />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
}

test('a failed query is refetched once the server answers again', async () => {
  read.mockRejectedValueOnce(new Error('no answer')).mockResolvedValueOnce('Volcanoes')
  open()
  act(() => recordServerAnswer(false))
  await screen.findByText('failed')
  act(() => recordServerAnswer(true))
  await screen.findByText('Volcanoes')
})

test('a query that a starting server refused is refetched once its topics are joined', async () => {
  read.mockRejectedValueOnce(new Error('503')).mockResolvedValueOnce('Volcanoes')
  open()
  act(() => recordTopicDown(TOPIC, true))
  await screen.findByText('failed')
  act(() => recordTopicDown(TOPIC, false))
  await screen.findByText('Volcanoes')
})

test('a successful query is not refetched', async () => {
  read.mockResolvedValueOnce('Volcanoes')
  open()
  act(() => recordTopicDown(TOPIC, true))
  await screen.findByText('Volcanoes')
  act(() => recordTopicDown(TOPIC, false))
  expect(read).toHaveBeenCalledOnce()
})
