import { STAGE_ALPHABET, STAGE_LETTER_COUNT } from '@quizmaster/contract/limits'
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import styles from './letter-boxes.module.css'
import { STAGE_SHEET_STRINGS } from './stage-sheet-strings.ts'

type Props = {
  /** At most four. The boxes are filled from the first one on. */
  letters: string
  onChange: (letters: string) => void
  /** Called with four letters, each time the last one is typed. */
  onComplete: (letters: string) => void
  /** Shown under the boxes in place of the hint. */
  error: string | null
}

/** Four boxes for the letters of a big screen. The fourth letter submits them; there is no button. */
export function LetterBoxes({ letters, onChange, onComplete, error }: Props) {
  const groupRef = useRef<HTMLFieldSetElement>(null)
  const hintId = useId()
  const boxes = Array.from({ length: STAGE_LETTER_COUNT }, (_, index) => letters.charAt(index))
  const focusBox = (index: number) => groupRef.current?.querySelectorAll('input')[index]?.focus()

  useEffect(() => {
    if (error !== null) groupRef.current?.querySelector('input')?.focus()
  }, [error, groupRef])

  const type = (index: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const typed = Array.from(event.target.value.toUpperCase())
      .filter((letter) => STAGE_ALPHABET.includes(letter))
      .join('')
    if (typed === '' && event.target.value !== '') return
    // The value of a box that was not empty is its letter followed by the typed one.
    const added = typed.length > 1 && typed.startsWith(boxes[index] ?? '') ? typed.slice(boxes[index]?.length) : typed
    const next = (letters.slice(0, index) + added + letters.slice(index + 1)).slice(0, STAGE_LETTER_COUNT)
    onChange(next)
    // A letter that is typed after an empty box goes into the first empty box.
    focusBox(Math.min(Math.min(index, letters.length) + added.length, STAGE_LETTER_COUNT - 1))
    if (next.length === STAGE_LETTER_COUNT && next !== letters) onComplete(next)
  }
  const press = (index: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || boxes[index] !== '' || index === 0) return
    event.preventDefault()
    onChange(letters.slice(0, index - 1))
    focusBox(index - 1)
  }
  return (
    <fieldset ref={groupRef} className={styles.group} aria-describedby={hintId}>
      <legend>{STAGE_SHEET_STRINGS.stageLetters}</legend>
      <div className={styles.boxes}>
        {boxes.map((letter, index) => (
          <input
            // The boxes are never reordered.
            key={`letter-${index + 1}`}
            aria-label={STAGE_SHEET_STRINGS.letterOf(index + 1)}
            aria-invalid={error !== null || undefined}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={letter}
            onChange={type(index)}
            onKeyDown={press(index)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      <p
        id={hintId}
        className={error === null ? styles.hint : styles.error}
        role={error === null ? undefined : 'alert'}
      >
        {error ?? STAGE_SHEET_STRINGS.stageHint}
      </p>
    </fieldset>
  )
}
