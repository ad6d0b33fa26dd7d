import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef, type FormEvent } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { codeOf, isFilled, NO_DIGITS, spread, type CodeDigits } from '../../ui/fields/code-digits.ts'
import { PasteIcon } from '../../ui/graphics/icons.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { retypedDigits } from './retyped-digits.ts'
import { strings } from './strings.ts'
import { useClipboardCode } from './use-clipboard-code.ts'
import { useVerifyCode } from './use-verify-code.ts'
import styles from './verify-code-form.module.css'

type Props = {
  email: string
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  /** The bearer token that the code was traded for. */
  onVerified: (token: string) => void
}

/**
 * The six boxes: filled, they send themselves, once a fill; Enter sends them too. Below, in a row of its own,
 * what goes on: the check under way, another try, or the offer to paste what the clipboard holds.
 */
export function VerifyCodeForm({ email, digits, onChange, onVerified }: Props) {
  const { status, refusal, refusalCount, verify } = useVerifyCode(email, onVerified)
  const clipboardCode = useClipboardCode()
  const isPasting = useRef(false)
  const isRetyping = useRef(false)

  const change = (next: CodeDigits) => {
    const retyped = status === 'refused' && !isPasting.current ? retypedDigits(digits, next) : null
    isRetyping.current = retyped !== null
    isPasting.current = false
    onChange(retyped ?? next)
  }
  const complete = (code: string) => {
    if (!isRetyping.current) verify(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFilled(digits)) verify(codeOf(digits))
  }
  // A phone that fills in a code from its messages writes it whole into one box.
  const noticeFill = (event: FormEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement && event.target.value.length > 2) isPasting.current = true
  }
  const paste = (text: string) => {
    const pasted = spread(NO_DIGITS, 0, text)
    onChange(pasted)
    verify(codeOf(pasted))
  }

  return (
    <form onSubmit={submit} onPasteCapture={() => (isPasting.current = true)} onInputCapture={noticeFill}>
      <CodeBoxes
        legend={strings.codeFromEmail}
        digits={digits}
        onChange={change}
        onComplete={complete}
        error={hasOnlyNumbers(digits) ? refusal : MESSAGES.digitsOnly}
        refusals={refusalCount}
      />
      <div className={styles.row} aria-busy={status === 'checking'}>
        {status === 'checking' && (
          <p className={styles.checking}>
            <Spinner />
            {strings.checkingCode}
          </p>
        )}
        {status === 'failed' && (
          <Button variant="primary" block onClick={() => verify(codeOf(digits))}>
            {strings.tryAgain}
          </Button>
        )}
        {(status === 'idle' || status === 'refused') && clipboardCode !== null && clipboardCode !== codeOf(digits) && (
          <Button variant="primary" block icon={<PasteIcon />} onClick={() => paste(clipboardCode)}>
            {strings.pasteCode}
          </Button>
        )}
      </div>
      {/* Enter sends a form that has more than one field only where there is a button to send it with. */}
      <button type="submit" hidden>
        {strings.verifyCode}
      </button>
    </form>
  )
}

function hasOnlyNumbers(digits: CodeDigits): boolean {
  return digits.every((digit) => digit === '' || /^[0-9]$/.test(digit))
}
