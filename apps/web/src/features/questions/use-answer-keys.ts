import { type RefObject, useEffect, useRef } from 'react'
import { showToast } from '../../ui/feedback/toast.ts'
import { QUESTION_STRINGS } from './strings.ts'

interface Actions {
  /** Chooses the answer at an index, 0 to 3. */
  onChoose: (index: number) => void
  /** Goes to the next question; null until this one is answered. */
  onNext: (() => void) | null
}

/**
 * The keys of the play screen (design 3.3): 1–4 and A–D choose, Enter goes to the next question, ? lists the keys. They
 * work only with the focus inside `main` (WCAG 2.1.4), so never under an open sheet. Returns whether the last input was
 * by keyboard.
 */
export function useAnswerKeys(layout: RefObject<HTMLElement | null>, actions: Actions): RefObject<boolean> {
  const latest = useRef(actions)
  const isByKeyboard = useRef(false)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const main = layout.current?.closest('main') ?? layout.current
    if (!main) return undefined
    const handleKey = (event: KeyboardEvent) => {
      isByKeyboard.current = true
      handleAnswerKey(event, latest.current)
    }
    const handlePointer = () => {
      isByKeyboard.current = false
    }
    main.addEventListener('keydown', handleKey)
    main.addEventListener('pointerdown', handlePointer)
    return () => {
      main.removeEventListener('keydown', handleKey)
      main.removeEventListener('pointerdown', handlePointer)
    }
  }, [layout])
  return isByKeyboard
}

function handleAnswerKey(event: KeyboardEvent, { onChoose, onNext }: Actions): void {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  const index = answerIndexOf(event)
  if (index !== null) {
    event.preventDefault()
    onChoose(index)
  } else if (event.key === 'Enter' && onNext && !isOnControl(event.target)) {
    event.preventDefault()
    onNext()
  } else if (event.key === '?') {
    showToast({ type: 'info', title: QUESTION_STRINGS.keys, message: QUESTION_STRINGS.keysText })
  }
}

/** By character, or by key position for layouts with other characters there (Cyrillic, AZERTY digits). */
function answerIndexOf({ key, code }: KeyboardEvent): number | null {
  const byCharacter = key.length === 1 ? '1234'.indexOf(key) + 1 || 'abcd'.indexOf(key.toLowerCase()) + 1 : 0
  if (byCharacter > 0) return byCharacter - 1
  const digit = /^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1]
  if (digit) return Number(digit) - 1
  const letter = /^[a-z]$/i.test(key) ? undefined : /^Key([A-D])$/.exec(code)?.[1]
  return letter ? 'ABCD'.indexOf(letter) : null
}

/** Enter belongs to the focused control, unless it is disabled. */
function isOnControl(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest('a, button, input, select, textarea') : null
  return control !== null && control.getAttribute('aria-disabled') !== 'true'
}
