import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { announceNow } from '../feedback/announce.tsx'

interface Options {
  /** The field's name. */
  name: string
  initial?: string
  /** What is wrong with the text; null if nothing is. */
  check: (text: string) => string | null
  /** Sends the text. It should not reject; `refuse` shows why the server refused the text. */
  send: (text: string, refuse: (message: string) => void) => Promise<void>
}

/**
 * A form with one text field: `form` is for the form element, `field` for its TextField. The text is checked when it is
 * sent, and then on each change. If it can't be sent, the reason is shown and announced, and the field gets the focus.
 * (The library for larger forms would add 12 kB.)
 */
export function useTextForm({ name, initial = '', check, send }: Options) {
  const ref = useRef<HTMLInputElement>(null)
  const [defaultValue] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  // `isPending` is that of the last render: two events in one tick would both find it false.
  const isSending = useRef(false)

  function refuse(message: string): void {
    setError(message)
    ref.current?.focus()
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isSending.current) return
    const text = ref.current?.value ?? ''
    const problem = check(text)
    setIsChecked(true)
    setError(null)
    if (problem !== null) {
      announceNow(problem)
      refuse(problem)
      return
    }
    isSending.current = true
    setIsPending(true)
    try {
      await send(text, refuse)
    } finally {
      isSending.current = false
      setIsPending(false)
    }
  }

  return {
    isPending,
    field: {
      name,
      ref,
      defaultValue,
      error,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => isChecked && setError(check(target.value)),
    },
    form: { onSubmit: (event: FormEvent) => void submit(event), noValidate: true },
    /** Empties the form. */
    reset: () => {
      if (ref.current) ref.current.value = defaultValue
      setIsChecked(false)
      setError(null)
    },
  }
}
