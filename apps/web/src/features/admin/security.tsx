import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SecondFactorState } from '@quizmaster/contract/http/second-factor'
import { useState } from 'react'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { QrCode } from '../../ui/graphics/qr-code.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { momentText } from '../../platform/time-ago.ts'
import { beginSecondFactor, disableSecondFactor, enableSecondFactor, fetchSecondFactor } from './admin-calls.ts'
import { AdminList } from './admin-list.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import styles from './security.module.css'
import { ADMIN_STRINGS, SECURITY_STRINGS } from './strings.ts'
import { ADMIN_KEY } from './use-admin-action.ts'

/** The admin's own second factor. */
export function Security({ title }: { title: string }) {
  const client = useQueryClient()
  const query = useQuery({ queryKey: [ADMIN_KEY, 'second_factor'], queryFn: ({ signal }) => fetchSecondFactor(signal) })
  const refresh = () => void client.invalidateQueries({ queryKey: [ADMIN_KEY, 'second_factor'] })
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <AdminList query={query}>
        {(state) =>
          state.enabled_at === null ? <SetUpSecondFactor onDone={refresh} /> : <IsOn state={state} onDone={refresh} />
        }
      </AdminList>
    </>
  )
}

/** The steps to set up a second factor, up to its recovery codes. */
export function SetUpSecondFactor({ onDone }: { onDone: () => void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const [begun, setBegun] = useState<{ secret: string; url: string } | null>(null)
  const { run, isPending } = useAction(beginSecondFactor, {
    onDone: setBegun,
    onFailure: (error) => showFailure(ADMIN_STRINGS.failed, error),
  })
  if (recoveryCodes !== null) return <RecoveryCodes codes={recoveryCodes} onDone={onDone} />
  if (begun === null) {
    return (
      <Card className={styles.card}>
        <h2 className={styles.title}>{SECURITY_STRINGS.isOff}</h2>
        <p className={styles.text}>{SECURITY_STRINGS.offText}</p>
        <Button variant="primary" isPending={isPending} onClick={() => run()}>
          {SECURITY_STRINGS.setUp}
        </Button>
      </Card>
    )
  }
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{SECURITY_STRINGS.scan}</h2>
      <p className={styles.text}>{SECURITY_STRINGS.scanText}</p>
      <div className={styles.qr}>
        <QrCode text={begun.url} label={SECURITY_STRINGS.qrCode} />
      </div>
      <dl>
        <dt className={styles.text}>{SECURITY_STRINGS.key}</dt>
        <dd className={styles.key}>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
      </dl>
      <SecondFactorForm act={enableSecondFactor} onDone={setRecoveryCodes} button={SECURITY_STRINGS.switchOn} />
    </Card>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{SECURITY_STRINGS.recoveryTitle}</h2>
      <p className={styles.text}>{SECURITY_STRINGS.recoveryText}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" onClick={onDone}>
        {SECURITY_STRINGS.recoveryDone}
      </Button>
    </Card>
  )
}

function IsOn({ state, onDone }: { state: SecondFactorState; onDone: () => void }) {
  const sayOff = () => {
    showToast({ type: 'success', title: SECURITY_STRINGS.switchedOff, message: '' })
    onDone()
  }
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{SECURITY_STRINGS.isOn}</h2>
      <p className={styles.text}>
        {SECURITY_STRINGS.onSince(momentText(state.enabled_at ?? 0))}.{' '}
        {SECURITY_STRINGS.codesLeft(state.recovery_codes_left)}.
      </p>
      <p className={styles.text}>{SECURITY_STRINGS.offHint}</p>
      <SecondFactorForm
        act={disableSecondFactor}
        onDone={sayOff}
        button={SECURITY_STRINGS.switchOff}
        variant="danger"
      />
    </Card>
  )
}
