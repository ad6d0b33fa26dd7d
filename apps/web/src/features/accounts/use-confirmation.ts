import { SIGN_IN_CODE_PATTERN } from '@quizmaster/contract/limits'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useState } from 'react'
import { useAction } from '../../platform/use-action.ts'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { codeOf, NO_DIGITS, type CodeDigits } from '../../ui/fields/code-digits.ts'
import { showFormErrors } from '../../platform/form-errors.ts'
import { strings } from './strings.ts'
import { missingDigits } from './use-verify-code.ts'

/** The state of a confirmation: the six boxes and the action that their code confirms. */
export interface Confirmation {
  digits: CodeDigits
  change: (digits: CodeDigits) => void
  /** Why the code was refused. */
  error: string | null
  refusalCount: number
  isPending: boolean
  /** Runs the action with the code in the boxes. */
  submit: () => void
  reset: () => void
}

interface ConfirmedAction {
  act: (code: string) => Promise<unknown>
  onDone: () => void
}

/** A refused code is shown under the boxes, any other failure as a toast. */
export function useConfirmation({ act, onDone }: ConfirmedAction): Confirmation {
  const [digits, setDigits] = useState(NO_DIGITS)
  const [refusal, setRefusal] = useState<{ text: string | null; count: number }>({ text: null, count: 0 })
  const { run, isPending } = useAction(act, {
    onDone,
    onFailure: (error) =>
      void showFormErrors(strings.failed, error, ['code'], (_field, text) =>
        setRefusal(({ count }) => ({ text, count: count + 1 })),
      ),
  })
  const change = (next: CodeDigits) => {
    setDigits(next)
    setRefusal(({ count }) => ({ text: null, count }))
  }
  const submit = () => {
    if (SIGN_IN_CODE_PATTERN.test(codeOf(digits))) return run(codeOf(digits))
    const text = missingDigits(digits) ?? MESSAGES.digitsOnly
    setRefusal(({ count }) => ({ text, count: count + 1 }))
    announceNow(text)
  }
  const reset = () => change(NO_DIGITS)
  return { digits, change, error: refusal.text, refusalCount: refusal.count, isPending, submit, reset }
}
