import { userApi } from '@quizmaster/contract/routes/user'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef, useState } from 'react'
import { call } from '../../platform/http.ts'
import { endSession } from '../../platform/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useTextForm } from '../../ui/fields/use-text-form.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { ConfirmCodeForm } from './confirm-code-form.tsx'
import styles from './account-sheets.module.css'
import { showFormErrors } from '../../platform/form-errors.ts'
import { strings } from './strings.ts'
import { lacksCode, mailConfirmationCode } from './confirmation-code.ts'
import { useConfirmation } from './use-confirmation.ts'

export type DeleteAccountSheetProps = { isOpen: boolean; onClose: () => void }

/**
 * Confirms the deletion of the account: the user types its e-mail address again, then a code that is mailed to it. The
 * harmless button comes first (design 3.5).
 */
export function DeleteAccountSheet({ isOpen, onClose }: DeleteAccountSheetProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  /** The address that a code was sent to. */
  const [codeSentTo, setCodeSentTo] = useState<string | null>(null)
  const { form, field, isPending, reset } = useTextForm({
    name: 'email',
    check: (email) => (email.trim() === '' ? MESSAGES.emailRequired : null),
    async send(email, refuse) {
      try {
        await call(userApi.deleteAccount, { email })
        finishDeletion()
      } catch (error) {
        if (lacksCode(error)) await askForCode(email.trim())
        else showFormErrors(strings.failed, error, ['email'], (_field, message) => refuse(message))
      }
    },
  })
  const confirmation = useConfirmation({
    act: (code) => call(userApi.deleteAccount, { email: codeSentTo ?? '', code }),
    onDone: finishDeletion,
  })

  const close = () => {
    if (isPending || confirmation.isPending) return
    onClose()
    reset()
    confirmation.reset()
    setCodeSentTo(null)
  }
  const askForCode = async (email: string) => {
    try {
      await mailConfirmationCode(email)
      setCodeSentTo(email)
    } catch (error) {
      showFormErrors(strings.failed, error, [], () => {})
    }
  }
  const keep = (
    <Button ref={keepButton} block onClick={close}>
      {strings.keepAccount}
    </Button>
  )

  return (
    <Sheet isOpen={isOpen} onClose={close} title={strings.deleteTitle} initialFocus={keepButton}>
      <p className={styles.text}>{strings.deleteText}</p>
      {codeSentTo === null ? (
        <form className={styles.deleteForm} {...form}>
          <TextField label={strings.emailAgain} type="email" autoComplete="off" inputMode="email" {...field} />
          {keep}
          <Button type="submit" variant="danger" block isPending={isPending}>
            {strings.deleteAccount}
          </Button>
        </form>
      ) : (
        <ConfirmCodeForm email={codeSentTo} confirmation={confirmation} act={strings.deleteAccount} actVariant="danger">
          {keep}
        </ConfirmCodeForm>
      )}
    </Sheet>
  )
}

/** Ends the session; the layout then redirects to the landing page. */
function finishDeletion(): void {
  endSession()
  showToast({ type: 'success', title: strings.accountDeleted, message: strings.accountDeletedMessage })
}
