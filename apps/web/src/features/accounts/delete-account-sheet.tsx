import { userApi } from '@quizmaster/contract/routes/user'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../platform/http.ts'
import { endSession } from '../../platform/session.ts'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { ConfirmCodeForm } from './confirm-code-form.tsx'
import styles from './your-data.module.css'
import { showFormErrors } from '../../platform/form-errors.ts'
import { strings } from './strings.ts'
import { lacksCode, mailConfirmationCode, useConfirmation } from './use-confirmation.ts'

type Props = { isOpen: boolean; onClose: () => void }

/**
 * Confirms the erasure of the account by typing its address again, then a code that is mailed to it. The harmless button
 * comes first (design 3.5).
 */
export function DeleteAccountSheet({ isOpen, onClose }: Props) {
  const keepButton = useRef<HTMLButtonElement>(null)
  /** The address that a code was sent to. */
  const [codeSentTo, setCodeSentTo] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: { email: '' } })
  const confirmation = useConfirmation({
    act: (code) => call(userApi.deleteAccount, { email: codeSentTo ?? '', code }),
    onDone: finishDeletion,
  })

  const close = () => {
    if (formState.isSubmitting || confirmation.isPending) return
    onClose()
    reset()
    confirmation.reset()
    setCodeSentTo(null)
  }
  const submit = handleSubmit(
    async ({ email }) => {
      try {
        await call(userApi.deleteAccount, { email })
        finishDeletion()
      } catch (error) {
        if (lacksCode(error)) await askForCode(email.trim())
        else
          showFormErrors(strings.failed, error, ['email'], (field, message) =>
            setError(field, { message }, { shouldFocus: true }),
          )
      }
    },
    ({ email }) => announceNow(email?.message ?? ''),
  )
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
        <form className={styles.deleteForm} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={strings.emailAgain}
            type="email"
            autoComplete="off"
            inputMode="email"
            error={formState.errors.email?.message}
            {...register('email', { validate: (email) => email.trim() !== '' || MESSAGES.emailRequired })}
          />
          {keep}
          <Button type="submit" variant="danger" block isPending={formState.isSubmitting}>
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

/** The layout then redirects to the landing page. */
function finishDeletion(): void {
  endSession()
  showToast({ type: 'success', title: strings.accountDeleted, message: strings.accountDeletedMessage })
}
