import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef, useState, type FormEvent } from 'react'
import { logDebug } from '../../platform/log.ts'
import { Button } from '../../ui/controls/button.tsx'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { codeOf, isFilled, NO_DIGITS, spread, type CodeDigits } from '../../ui/fields/code-digits.ts'
import { PasteIcon } from '../../ui/graphics/icons.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { strings } from './strings.ts'
import { useClipboardCode } from './use-clipboard-code.ts'
import { missingDigits, retypedDigits, useVerifyCode } from './use-verify-code.ts'
import styles from './sign-in.module.css'

type Props = {
  email: string
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  /** Receives the bearer token. */
  onVerified: (token: string) => void
}

/**
 * The six boxes, which are submitted once they are full and by Enter (product 2). If boxes are empty, Enter shows what
 * is missing. The row below shows the pending check, a retry button, or a button that pastes a code from the clipboard.
 */
export function VerifyCodeForm({ email, digits, onChange, onVerified }: Props) {
  const { status, refusal, refusalCount, verify } = useVerifyCode(email, onVerified)
  const clipboard = useClipboardCode()
  const [problem, setProblem] = useState<string | null>(null)
  const isPasting = useRef(false)
  const isRetyping = useRef(false)

  const change = (next: CodeDigits) => {
    const retyped = status === 'refused' && !isPasting.current ? retypedDigits(digits, next) : null
    isRetyping.current = retyped !== null
    isPasting.current = false
    setProblem(null)
    onChange(retyped ?? next)
  }
  const complete = (code: string) => {
    if (!isRetyping.current) verify(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFilled(digits)) return verify(codeOf(digits))
    report(missingDigits(digits))
    document.getElementById(`num-${digits.indexOf('') + 1}`)?.focus()
  }
  const report = (text: string | null) => {
    setProblem(text)
    announceNow(text ?? '')
  }
  // A phone's autofill writes the whole code into one box.
  const noticeFill = (event: FormEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement && event.target.value.length > 2) isPasting.current = true
  }
  const paste = (text: string) => {
    const pasted = spread(NO_DIGITS, 0, text)
    setProblem(null)
    onChange(pasted)
    verify(codeOf(pasted))
  }
  const pasteOnPress = async () => {
    try {
      const code = clipboard.code ?? (await clipboard.read())
      if (code === null) report(strings.nothingToPaste)
      else paste(code)
    } catch (error) {
      logDebug('clipboard_not_read', { err: error })
      report(strings.pasteRefused)
    }
  }

  return (
    <form onSubmit={submit} onPasteCapture={() => (isPasting.current = true)} onInputCapture={noticeFill}>
      <CodeBoxes
        legend={strings.codeFromEmail}
        digits={digits}
        onChange={change}
        onComplete={complete}
        error={hasOnlyNumbers(digits) ? (problem ?? refusal) : MESSAGES.digitsOnly}
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
        {(status === 'idle' || status === 'refused') && clipboard.isOffered && clipboard.code !== codeOf(digits) && (
          <Button
            variant={clipboard.code === null ? 'plain' : 'primary'}
            block
            icon={<PasteIcon />}
            onClick={() => void pasteOnPress()}
          >
            {strings.pasteCode}
          </Button>
        )}
      </div>
      {/* With several fields, Enter submits a form only if it has a submit button. */}
      <button type="submit" hidden>
        {strings.verifyCode}
      </button>
    </form>
  )
}

function hasOnlyNumbers(digits: CodeDigits): boolean {
  return digits.every((digit) => digit === '' || /^[0-9]$/.test(digit))
}
