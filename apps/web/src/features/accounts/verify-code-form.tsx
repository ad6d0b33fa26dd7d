import type { userApi } from '@quizmaster/contract/http/user'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef, useState } from 'react'
import { post } from '../../platform/http.ts'
import { alert, say } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBoxes } from '../../ui/code-boxes.tsx'
import { codeOf, NO_DIGITS, spread, type CodeDigits } from '../../ui/code-digits.ts'
import { PasteIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showRefusal } from './field-errors.ts'
import { strings } from './strings.ts'
import { useClipboardCode } from './use-clipboard-code.ts'
import styles from './verify-code-form.module.css'

type Props = {
  email: string
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  /** The bearer token that the code was traded for. */
  onVerified: (token: string) => void
}

/**
 * The six boxes: filled, they send themselves, once a fill (spec 2). A refused code stays to be mended. Below, in a
 * row of its own, the offer to paste what the clipboard holds.
 */
export function VerifyCodeForm({ email, digits, onChange, onVerified }: Props) {
  const { verify, isChecking, refusal, refusals } = useVerifyCode(email, onVerified)
  const clipboardCode = useClipboardCode()
  const isPasteOffered = clipboardCode !== null && clipboardCode !== codeOf(digits)
  const error = hasOnlyNumbers(digits) ? refusal : MESSAGES.digitsOnly

  const paste = (text: string) => {
    const pasted = spread(NO_DIGITS, 0, text)
    onChange(pasted)
    verify(codeOf(pasted))
  }

  return (
    <div>
      <CodeBoxes
        legend={strings.codeFromEmail}
        digits={digits}
        onChange={onChange}
        onComplete={verify}
        error={error}
        refusals={refusals}
      />
      <div className={styles.row} aria-busy={isChecking}>
        {isChecking && (
          <p className={styles.checking}>
            <Spinner />
            {strings.checkingCode}
          </p>
        )}
        {!isChecking && isPasteOffered && (
          <Button variant="primary" block icon={<PasteIcon />} onClick={() => paste(clipboardCode)}>
            {strings.pasteCode}
          </Button>
        )}
      </div>
    </div>
  )
}

function useVerifyCode(email: string, onVerified: (token: string) => void) {
  const [isChecking, setIsChecking] = useState(false)
  const [refusal, setRefusal] = useState<{ message: string | null; count: number }>({ message: null, count: 0 })
  const isUnderWay = useRef(false)

  const send = async (code: string) => {
    isUnderWay.current = true
    setIsChecking(true)
    setRefusal(({ count }) => ({ message: null, count }))
    say(strings.checkingCode)
    try {
      onVerified((await post<typeof userApi.verifyCode>('user', '/verify_code', { email, code })).token)
    } catch (error) {
      showRefusal(error, ['code', 'email'], (_field, message) =>
        setRefusal(({ count }) => ({ message, count: count + 1 })),
      )
    } finally {
      isUnderWay.current = false
      setIsChecking(false)
    }
  }
  const verify = (code: string) => {
    if (!/^[0-9]{6}$/.test(code)) alert(MESSAGES.digitsOnly)
    else if (!isUnderWay.current) void send(code)
  }
  return { verify, isChecking, refusal: refusal.message, refusals: refusal.count }
}

function hasOnlyNumbers(digits: CodeDigits): boolean {
  return digits.every((digit) => digit === '' || /^[0-9]$/.test(digit))
}
