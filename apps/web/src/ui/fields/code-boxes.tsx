import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import styles from './code-boxes.module.css'
import {
  CODE_LENGTH,
  codeOf,
  isFilled,
  NO_DIGITS,
  spread,
  typedCharacter,
  withDigit,
  type CodeDigits,
} from './code-digits.ts'
import { FieldError } from './text-field.tsx'

type Props = {
  legend: string
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  /** Called once each time the boxes are filled. The caller validates the code. */
  onComplete: (code: string) => void
  error?: string | null | undefined
  /** How many codes the server has refused; each new refusal shakes the boxes and selects the first. */
  refusals?: number
}

/** Six boxes named num-1 to num-6 for a code from an e-mail (product 2, 5). */
export function CodeBoxes({ legend, digits, onChange, onComplete, error, refusals = 0 }: Props) {
  const groupRef = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()

  const entry = codeEntry({ digits, onChange, onComplete })

  useEffect(() => {
    if (refusals === 0) return
    const group = groupRef.current
    if (group) selectBox(group, 0)
    group?.classList.remove(styles.shaking ?? '')
    // Reading the width restarts the animation of an earlier refusal.
    void group?.offsetWidth
    group?.classList.add(styles.shaking ?? '')
  }, [refusals])

  return (
    <div className={styles.group}>
      <fieldset ref={groupRef} className={styles.boxes} aria-describedby={errorId}>
        <legend className={styles.legend}>{legend}</legend>
        {NO_DIGITS.map((_, index) => (
          <input
            // The boxes are never reordered.
            key={`num-${index + 1}`}
            className={styles.box}
            id={`num-${index + 1}`}
            name={`num-${index + 1}`}
            inputMode="numeric"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${index + 1} of ${CODE_LENGTH}`}
            aria-invalid={error ? true : undefined}
            value={digits[index] ?? ''}
            onChange={entry.change(index)}
            onPaste={entry.paste(index)}
            onKeyDown={entry.press(index)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </fieldset>
      <FieldError id={errorId} message={error} />
    </div>
  )
}

type Entry = {
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  onComplete: (code: string) => void
}

/** Focuses the box at an index, or the nearest one, and selects its content, so that the next key replaces it. */
function selectBox(inside: Element, index: number): void {
  const boxes = inside.closest('fieldset')?.querySelectorAll('input')
  const box = boxes?.[Math.min(Math.max(index, 0), CODE_LENGTH - 1)]
  box?.focus()
  box?.select()
}

/** The event handlers of the box at `index` for typing, pasting and autofill (product 2; design 3.1). */
function codeEntry({ digits, onChange, onComplete }: Entry) {
  const put = (box: Element, next: CodeDigits, focusOn: number, isPaste: boolean) => {
    onChange(next)
    selectBox(box, focusOn)
    // Typing the digit that is already there is not a new fill; pasting the same code is.
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
    // More than a replaced character, so the phone has filled in the code from a message.
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
    // Typing the same digit causes no change event, but should still move on.
    const isSame = event.key === held && !event.ctrlKey && !event.metaKey
    const moves: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: CODE_LENGTH - 1 }
    const target = isSame ? index + 1 : moves[event.key]
    if (target === undefined) return
    event.preventDefault()
    selectBox(event.currentTarget, target)
  }

  return { change, paste, press }
}
