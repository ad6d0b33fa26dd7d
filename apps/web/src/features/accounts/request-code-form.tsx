import { userApi } from '@quizmaster/contract/routes/user'
import { emailProblem } from '@quizmaster/contract/email'
import { useForm } from 'react-hook-form'
import { call } from '../../platform/http.ts'
import { storage } from '../../platform/storage.ts'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showFormErrors } from '../../platform/form-errors.ts'
import { ownDevice } from './known-device.ts'
import styles from './sign-in.module.css'
import { strings } from './strings.ts'

/** Asks for the e-mail address and has a code sent to it. The address is stored for the next screen (product 4). */
export function RequestCodeForm({ onRequested }: { onRequested: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: storage.get('email') ?? '' },
  })

  const submit = handleSubmit(
    async (values) => {
      const email = values.email.trim()
      try {
        await call(userApi.requestCode, { email, ...ownDevice() })
        storage.set('email', email)
        onRequested()
      } catch (error) {
        showFormErrors(strings.failed, error, ['email'], (field, message) =>
          setError(field, { message }, { shouldFocus: true }),
        )
      }
    },
    ({ email }) => announceNow(email?.message ?? ''),
  )

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={strings.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        placeholder={strings.emailPlaceholder}
        error={formState.errors.email?.message}
        {...register('email', { validate: (text) => emailProblem(text) ?? true })}
      />
      <Button type="submit" variant="primary" block isPending={formState.isSubmitting}>
        {strings.requestCode}
      </Button>
    </form>
  )
}
