import { useEffect, useId, useRef, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import styles from './code-boxes.module.css'
import {
  CODE_LENGTH,
  NO_DIGITS,
  codeOf,
  isFilled,
  spread,
  typedCharacter,
  withDigit,
  type CodeDigits,
} from './code-digits.ts'
import { FieldError } from './field-error.tsx'

type Props = {
  legend: string
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  /** Called once a fill, with whatever the six boxes hold; checking it is the caller's. */
  onComplete: (code: string) => void
  error?: string | null | undefined
  /** Counts the codes the server has refused: each new one shakes the boxes and selects the first. */
  refusals?: number
}

/** Moves the focus to a box and selects what stands there, so that the next key replaces it. */
function selectBox(boxes: readonly (HTMLInputElement | null)[], index: number): void {
  const box = boxes[Math.min(Math.max(index, 0), CODE_LENGTH - 1)]
  box?.focus()
  box?.select()
}

/** Six boxes named num-1 to num-6 for a code from a mail (spec 2, 5). */
export function CodeBoxes({ legend, digits, onChange, onComplete, error, refusals = 0 }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const groupRef = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()

  const goTo = (index: number) => selectBox(boxes.current, index)

  useEffect(() => {
    if (refusals === 0) return
    const group = groupRef.current
    const first = group?.querySelector('input')
    first?.focus()
    first?.select()
    group?.classList.remove(styles.shaking ?? '')
    // Reading the width restarts the animation when one refusal follows another.
    void group?.offsetWidth
    group?.classList.add(styles.shaking ?? '')
  }, [refusals])

  const put = (next: CodeDigits, focusOn: number, isPaste: boolean) => {
    onChange(next)
    goTo(focusOn)
    // A fill is a box becoming full, a digit replaced, or a whole paste; typing the same digit again is none.
    const isNew = isPaste || codeOf(next) !== codeOf(digits)
    if (isFilled(next) && isNew) onComplete(codeOf(next))
  }
  const putText = (index: number, text: string) => {
    const next = spread(digits, index, text)
    const firstEmpty = next.indexOf('')
    put(next, firstEmpty < 0 ? CODE_LENGTH - 1 : firstEmpty, true)
  }

  const change = (index: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value
    // More than a replaced character: the phone filled in the code from its messages.
    if (text.trim().length > 2) {
      putText(index, text)
      return
    }
    const character = typedCharacter(digits[index] ?? '', text)
    put(withDigit(digits, index, character), character === '' ? index : index + 1, false)
  }
  const paste = (index: number) => (event: ClipboardEvent) => {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    if (text.trim() !== '') putText(index, text)
  }
  const press = (index: number) => (event: KeyboardEvent) => {
    const isBackOnEmpty = event.key === 'Backspace' && (digits[index] ?? '') === ''
    if (isBackOnEmpty && index > 0) {
      event.preventDefault()
      put(withDigit(digits, index - 1, ''), index - 1, false)
      return
    }
    // The same digit over itself is no change to the browser, but the hand expects to move on.
    const isSame = event.key === digits[index] && !event.ctrlKey && !event.metaKey
    if (isSame) {
      event.preventDefault()
      goTo(index + 1)
      return
    }
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: CODE_LENGTH - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    goTo(target)
  }

  return (
    <div className={styles.group}>
      <fieldset ref={groupRef} className={styles.boxes} aria-describedby={errorId}>
        <legend className={styles.legend}>{legend}</legend>
        {NO_DIGITS.map((_, index) => (
          <input
            // The boxes never change places.
            key={`num-${index + 1}`}
            ref={(box) => {
              boxes.current[index] = box
            }}
            className={styles.box}
            id={`num-${index + 1}`}
            name={`num-${index + 1}`}
            inputMode="numeric"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${index + 1} of ${CODE_LENGTH}`}
            aria-invalid={error ? true : undefined}
            value={digits[index] ?? ''}
            onChange={change(index)}
            onPaste={paste(index)}
            onKeyDown={press(index)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </fieldset>
      <FieldError id={errorId} message={error} />
    </div>
  )
}
