import { useEffect, useId, useRef } from 'react'
import styles from './code-boxes.module.css'
import { CODE_LENGTH, NO_DIGITS, type CodeDigits } from './code-digits.ts'
import { codeEntry, selectBox } from './code-entry.ts'
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

/** Six boxes named num-1 to num-6 for a code from a mail (spec 2, 5). */
export function CodeBoxes({ legend, digits, onChange, onComplete, error, refusals = 0 }: Props) {
  const groupRef = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()

  const entry = codeEntry({ digits, onChange, onComplete })

  useEffect(() => {
    if (refusals === 0) return
    const group = groupRef.current
    if (group) selectBox(group, 0)
    group?.classList.remove(styles.shaking ?? '')
    // Reading the width restarts the animation when one refusal follows another.
    void group?.offsetWidth
    group?.classList.add(styles.shaking ?? '')
  }, [refusals])

  return (
    <div className={styles.group}>
      <fieldset ref={groupRef} className={styles.boxes} aria-describedby={errorId}>
        <legend className={styles.legend}>{legend}</legend>
        {NO_DIGITS.map((_, index) => (
          <input
            // The boxes never change places.
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
