import { type FormEvent, useState } from 'react'
import { showFormErrors } from '../../platform/form-errors.ts'
import { useAction } from '../../platform/use-action.ts'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { Button, type ButtonLook } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './security.module.css'
import { ADMIN_STRINGS, SECURITY_STRINGS } from './strings.ts'

type Props<Output> = {
  act: (code: string) => Promise<Output>
  onDone: (output: Output) => void
  button: string
  variant?: NonNullable<ButtonLook['variant']>
}

/** A field for a code from the authenticator app or a recovery code, and the button that sends it. */
export function SecondFactorForm<Output>({ act, onDone, button, variant = 'primary' }: Props<Output>) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { run, isPending } = useAction(act, {
    onDone,
    onFailure: (failure) =>
      void showFormErrors(ADMIN_STRINGS.failed, failure, ['code'], (_field, message) => setError(message)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') {
      run(code)
      return
    }
    const message = ADMIN_STRINGS.required(SECURITY_STRINGS.code)
    setError(message)
    announceNow(message)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={SECURITY_STRINGS.code}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        value={code}
        onChange={(event) => {
          setCode(event.target.value)
          setError(null)
        }}
      />
      <Button type="submit" variant={variant} isPending={isPending}>
        {button}
      </Button>
    </form>
  )
}
