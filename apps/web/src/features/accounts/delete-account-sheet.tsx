import { userApi } from '@quizmaster/contract/routes/user'
import { MESSAGES } from '@quizmaster/contract/messages'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../platform/http.ts'
import { endSession } from '../../platform/session.ts'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import styles from './your-data.module.css'
import { showFormErrors } from './form-errors.ts'
import { strings } from './strings.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** Confirms the erasure of the account by typing its address again. The harmless button comes first (design 3.5). */
export function DeleteAccountSheet({ isOpen, onClose }: Props) {
  const keepButton = useRef<HTMLButtonElement>(null)
  const { register, handleSubmit, setError, formState, reset } = useForm({ defaultValues: { email: '' } })

  const close = () => {
    if (formState.isSubmitting) return
    onClose()
    reset()
  }
  const submit = handleSubmit(
    async ({ email }) => {
      try {
        await call(userApi.deleteAccount, { email })
        // The layout now redirects to the landing page.
        endSession()
        showToast({ type: 'success', title: strings.accountDeleted, message: strings.accountDeletedMessage })
      } catch (error) {
        showFormErrors(error, ['email'], (field, message) => setError(field, { message }, { shouldFocus: true }))
      }
    },
    ({ email }) => announceNow(email?.message ?? ''),
  )

  return (
    <Sheet isOpen={isOpen} onClose={close} title={strings.deleteTitle} initialFocus={keepButton}>
      <p className={styles.text}>{strings.deleteText}</p>
      <form className={styles.deleteForm} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={strings.emailAgain}
          type="email"
          autoComplete="off"
          inputMode="email"
          error={formState.errors.email?.message}
          {...register('email', { validate: (email) => email.trim() !== '' || MESSAGES.emailRequired })}
        />
        <Button ref={keepButton} block onClick={close}>
          {strings.keepAccount}
        </Button>
        <Button type="submit" variant="danger" block isPending={formState.isSubmitting}>
          {strings.deleteAccount}
        </Button>
      </form>
    </Sheet>
  )
}
