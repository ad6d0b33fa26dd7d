import type { Question } from '@quizmaster/contract/http/gameplay'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { isConnected } from '../../platform/connection.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { type JourneyPosition, type JourneyTopics, nextPosition } from './journey.ts'
import { fetchQuestions } from './practice-calls.ts'
import type { JourneyStorage } from './practice-stores.ts'
import { PRACTICE_STRINGS } from './strings.ts'

export type Journey =
  | { status: 'loading' }
  | { status: 'empty' }
  | { status: 'failed'; retry: () => void }
  | {
      status: 'playing'
      question: Question
      /** Grows with each question, so that the same question asked twice in a row counts as two. */
      turn: number
      /** Whether the list is at its end and the next chunk is being fetched. */
      isFetchingNext: boolean
      next: () => void
    }

/**
 * Fetches and serves questions in chunks. Continues at the stored position or fetches a list; after its last question
 * the next chunk is fetched and the index is 0 again. Nothing is prefetched.
 */
export function useJourney(topics: JourneyTopics, storage: JourneyStorage): Journey {
  const [place, setPlace] = useState<Place>(() => ({ position: storage.load(), turn: 0, isAtEnd: false }))
  const { position, turn, isAtEnd } = place
  const needsChunk = position === null || isAtEnd
  const chunk = useQuery({
    queryKey: ['question_chunk', topics, turn],
    queryFn: ({ signal }) => fetchQuestions(topics, signal),
    enabled: needsChunk,
    gcTime: 0,
  })
  const fetched = needsChunk ? chunk.data : undefined
  if (fetched && fetched.length > 0) setPlace(moveTo(place, { questions: fetched, index: 0 }))

  useEffect(() => {
    if (position) storage.save(position)
  }, [storage, position])
  useEffect(() => {
    if (isAtEnd && chunk.error) {
      showFailure(PRACTICE_STRINGS.failed, chunk.error)
    }
  }, [isAtEnd, chunk.error])

  function next() {
    const following = position && nextPosition(position)
    // A transition, so that the press and an ad that follows it are shown first.
    if (following) startTransition(() => setPlace(moveTo(place, following)))
    else if (!isConnected()) showNoMoreQuestions()
    else if (isAtEnd) void chunk.refetch()
    else setPlace({ ...place, isAtEnd: true })
  }

  if (fetched?.length === 0) return { status: 'empty' }
  const question = position?.questions[position.index]
  if (question) return { status: 'playing', question, turn, isFetchingNext: isAtEnd && chunk.isFetching, next }
  return chunk.error ? { status: 'failed', retry: () => void chunk.refetch() } : { status: 'loading' }
}

/** Says that the next list needs a network. */
function showNoMoreQuestions(): void {
  showToast({
    type: 'info',
    title: PRACTICE_STRINGS.noMoreQuestions,
    message: PRACTICE_STRINGS.noMoreQuestionsText,
  })
}

interface Place {
  position: JourneyPosition | null
  turn: number
  /** Whether the last question of the list was answered and left, so that the next chunk is needed. */
  isAtEnd: boolean
}

function moveTo(before: Place, position: JourneyPosition): Place {
  return { position, turn: before.turn + 1, isAtEnd: false }
}
