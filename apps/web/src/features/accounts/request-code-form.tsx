import { userApi } from '@quizmaster/contract/routes/user'
import { emailProblem } from '@quizmaster/contract/email'
import { call } from '../../platform/http.ts'
import { storage } from '../../platform/storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useTextForm } from '../../ui/fields/use-text-form.ts'
import { showFormErrors } from '../../platform/form-errors.ts'
import { ownDevice } from './known-device.ts'
import styles from './sign-in.module.css'
import { strings } from './strings.ts'

/** Asks for the e-mail address and has a code sent to it. It is stored for the next screen (product 4). */
export function RequestCodeForm({ onRequested }: { onRequested: () => void }) {
  const { form, field, isPending } = useTextForm({
    name: 'email',
    initial: storage.get('email') ?? '',
    check: emailProblem,
    async send(text, refuse) {
      const email = text.trim()
      try {
        await call(userApi.requestCode, { email, ...ownDevice() })
        storage.set('email', email)
        onRequested()
      } catch (error) {
        showFormErrors(strings.failed, error, ['email'], (_field, message) => refuse(message))
      }
    },
  })

  return (
    <form className={styles.form} {...form}>
      <TextField
        label={strings.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        placeholder={strings.emailPlaceholder}
        {...field}
      />
      <Button type="submit" variant="primary" block isPending={isPending}>
        {strings.requestCode}
      </Button>
    </form>
  )
}
