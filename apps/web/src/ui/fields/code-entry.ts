import type { ChangeEvent, ClipboardEvent, KeyboardEvent } from 'react'
import { CODE_LENGTH, codeOf, isFilled, spread, typedCharacter, withDigit, type CodeDigits } from './code-digits.ts'

type Entry = {
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  onComplete: (code: string) => void
}

/** Moves the focus to a box, the nearest if there is none, and selects it, so that the next key replaces it. */
export function selectBox(inside: Element, index: number): void {
  const boxes = inside.closest('fieldset')?.querySelectorAll('input')
  const box = boxes?.[Math.min(Math.max(index, 0), CODE_LENGTH - 1)]
  box?.focus()
  box?.select()
}

/** What keys, pasting and filling in do to the box at `index` (spec 2; guide 3.1). */
export function codeEntry({ digits, onChange, onComplete }: Entry) {
  const put = (box: Element, next: CodeDigits, focusOn: number, isPaste: boolean) => {
    onChange(next)
    selectBox(box, focusOn)
    // A fill is a box becoming full, a digit replaced, or a whole paste; typing the same digit again is none.
    const isNew = isPaste || codeOf(next) !== codeOf(digits)
    if (isFilled(next) && isNew) onComplete(codeOf(next))
  }
  const putText = (box: Element, index: number, text: string) => {
    const next = spread(digits, index, text)
    const firstEmpty = next.indexOf('')
    put(box, next, firstEmpty < 0 ? CODE_LENGTH - 1 : firstEmpty, true)
  }

  const change = (index: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value
    // More than a replaced character: the phone filled in the code from its messages.
    if (text.trim().length > 2) {
      putText(event.currentTarget, index, text)
      return
    }
    const character = typedCharacter(digits[index] ?? '', text)
    put(event.currentTarget, withDigit(digits, index, character), character === '' ? index : index + 1, false)
  }

  const paste = (index: number) => (event: ClipboardEvent) => {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    if (text.trim() !== '') putText(event.currentTarget, index, text)
  }

  const press = (index: number) => (event: KeyboardEvent) => {
    const held = digits[index] ?? ''
    if (event.key === 'Backspace' && held === '' && index > 0) {
      event.preventDefault()
      put(event.currentTarget, withDigit(digits, index - 1, ''), index - 1, false)
      return
    }
    // The same digit over itself is no change to the browser, but the hand expects to move on.
    const isSame = event.key === held && !event.ctrlKey && !event.metaKey
    const moves: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: CODE_LENGTH - 1 }
    const target = isSame ? index + 1 : moves[event.key]
    if (target === undefined) return
    event.preventDefault()
    selectBox(event.currentTarget, target)
  }

  return { change, paste, press }
}
