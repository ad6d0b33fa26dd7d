import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { startSession } from '../../../features/accounts/current-user.ts'
import { ResendCode } from '../../../features/accounts/resend-code.tsx'
import { strings } from '../../../features/accounts/strings.ts'
import { VerifyCodeForm } from '../../../features/accounts/verify-code-form.tsx'
import { storage } from '../../../platform/storage.ts'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { NO_DIGITS } from '../../../ui/fields/code-digits.ts'
import { PageTitle } from '../../../ui/layout/page.tsx'
import { signedInPath } from '../../../platform/navigation.ts'
import { Link } from '../../../ui/controls/link.tsx'
import styles from './login.module.css'

const REQUEST_PATH = '/base/login/request-code'

/** Asks for the code from the e-mail. Redirects users who have not requested one (product 2). */
export function VerifyCode() {
  const [email] = useState(() => storage.get('email'))
  return email === null ? <Navigate to={REQUEST_PATH} replace /> : <CodeFor email={email} />
}

function CodeFor({ email }: { email: string }) {
  const navigate = useNavigate()
  const [digits, setDigits] = useState(NO_DIGITS)
  useEffect(() => document.getElementById('num-1')?.focus(), [])

  const enter = (token: string) => {
    startSession(token)
    void navigate(signedInPath(), { replace: true })
  }

  return (
    <>
      <BackLink to={REQUEST_PATH} />
      <PageTitle>{strings.verifyCode}</PageTitle>
      <div className={styles.who}>
        <span title={email}>{email}</span>
        <Link to={REQUEST_PATH}>{strings.change}</Link>
      </div>
      <VerifyCodeForm email={email} digits={digits} onChange={setDigits} onVerified={enter} />
      <ResendCode email={email} onSent={() => setDigits(NO_DIGITS)} />
    </>
  )
}
