import { type FormEvent, type ReactNode, useEffect } from 'react'
import { Button, type ButtonLook } from '../../ui/controls/button.tsx'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { ResendCode } from './resend-code.tsx'
import { strings } from './strings.ts'
import type { Confirmation } from './use-confirmation.ts'
import styles from './account-sheets.module.css'

type Props = {
  /** Where the code was sent. */
  email: string
  confirmation: Confirmation
  /** The label of the button that runs the action. Filling the boxes alone does nothing. */
  act: string
  actVariant: NonNullable<ButtonLook['variant']>
  /** The harmless button, which comes first. */
  children?: ReactNode
}

/** Asks for the mailed code that confirms an action. */
export function ConfirmCodeForm({ email, confirmation, act, actVariant, children }: Props) {
  useEffect(() => document.getElementById('num-1')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirmation.submit()
  }
  return (
    <form className={styles.confirmForm} onSubmit={submit} noValidate>
      <p className={styles.text}>{strings.codeSentTo(email)}</p>
      <CodeBoxes
        legend={strings.codeFromEmail}
        digits={confirmation.digits}
        onChange={confirmation.change}
        onComplete={() => {}}
        error={confirmation.error}
        refusals={confirmation.refusalCount}
      />
      <ResendCode email={email} onSent={confirmation.reset} />
      {children}
      <Button type="submit" variant={actVariant} block isPending={confirmation.isPending}>
        {act}
      </Button>
    </form>
  )
}
