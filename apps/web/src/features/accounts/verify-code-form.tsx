import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef, type FormEvent } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { codeOf, isFilled, NO_DIGITS, spread, type CodeDigits } from '../../ui/fields/code-digits.ts'
import { PasteIcon } from '../../ui/graphics/icons.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { strings } from './strings.ts'
import { useClipboardCode } from './use-clipboard-code.ts'
import { retypedDigits, useVerifyCode } from './use-verify-code.ts'
import styles from './sign-in.module.css'

type Props = {
  email: string
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  /** The bearer token that the code was traded for. */
  onVerified: (token: string) => void
}

/**
 * The six boxes, submitted once per fill and by Enter (product 2). The row below shows the pending check, a retry button,
 * or a button that pastes a code from the clipboard.
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
  // A phone's autofill writes the whole code into one box.
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
      {/* Enter submits a form with more than one field only if it has a submit button. */}
      <button type="submit" hidden>
        {strings.verifyCode}
      </button>
    </form>
  )
}

function hasOnlyNumbers(digits: CodeDigits): boolean {
  return digits.every((digit) => digit === '' || /^[0-9]$/.test(digit))
}
