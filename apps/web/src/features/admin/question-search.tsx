import { QUESTION_SEARCH_MAX_LENGTH } from '@quizmaster/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SearchIcon } from '../../ui/graphics/icons.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { fetchQuestions, type QuestionState } from './admin-calls.ts'
import { AdminList, EmptyList } from './admin-list.tsx'
import styles from './admin.module.css'
import { QuestionCard } from './question-card.tsx'
import { actionsFor } from './question-actions.ts'
import { QUESTION_STRINGS } from './strings.ts'
import { ADMIN_KEY } from './use-admin-action.ts'

const MIN_CHARACTERS = 2
const DEBOUNCE_MS = 300

const { filters } = QUESTION_STRINGS
const STATES = [
  { value: 'any', label: filters.any },
  { value: 'held', label: filters.held },
  { value: 'withdrawn', label: filters.withdrawn },
  { value: 'edited', label: filters.edited },
  { value: 'conflict', label: filters.conflict },
] as const

/** Finds questions by text or state; they can be edited in place. */
export function QuestionSearch({ title }: { title: string }) {
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<QuestionState>('any')
  const term = useDebounced(typed.trim(), DEBOUNCE_MS)
  const search = term.length >= MIN_CHARACTERS ? term : ''
  const isAsked = search !== '' || state !== 'any'
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TextField
        label={QUESTION_STRINGS.search}
        isLabelHidden
        type="search"
        errorLine="none"
        icon={<SearchIcon />}
        placeholder={QUESTION_STRINGS.searchPlaceholder}
        maxLength={QUESTION_SEARCH_MAX_LENGTH}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Segmented label={QUESTION_STRINGS.state} segments={STATES} value={state} onChange={setState} />
      {isAsked ? <Found search={search} state={state} /> : <p className={styles.hint}>{QUESTION_STRINGS.searchHint}</p>}
    </>
  )
}

function Found({ search, state }: { search: string; state: QuestionState }) {
  const query = useQuery({
    queryKey: [ADMIN_KEY, 'questions', search, state],
    queryFn: ({ signal }) => fetchQuestions(search, state, signal),
    // Keeps the page from jumping while the user types.
    placeholderData: keepPreviousData,
  })
  return (
    <AdminList query={query}>
      {(questions) => (
        <>
          <output className={styles.hint}>{questions.length > 0 && QUESTION_STRINGS.found(questions.length)}</output>
          {questions.length === 0 && <EmptyList>{QUESTION_STRINGS.nothingFound}</EmptyList>}
          <ul className={styles.list} aria-busy={query.isPlaceholderData}>
            {questions.map((question) => (
              <li key={question.id}>
                <QuestionCard question={question} meta={<span>{question.key}</span>} actions={actionsFor(question)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </AdminList>
  )
}
