import { RequestCodeForm } from '../../../features/accounts/request-code-form.tsx'
import { strings } from '../../../features/accounts/strings.ts'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { PageTitle } from '../../../ui/layout/page.tsx'
import { useNavigateWhileMounted } from '../../../platform/navigation.ts'
import { Link } from '../../../ui/controls/link.tsx'
import styles from './login.module.css'

const HERE = '/base/login/request-code'

/** Asks for the e-mail address to send a code to. */
export function RequestCode() {
  const navigate = useNavigateWhileMounted()
  return (
    <>
      <BackLink to="/base/home" />
      <PageTitle>{strings.signIn}</PageTitle>
      <RequestCodeForm onRequested={() => navigate('/base/login/verify-code')} />
      <p className={styles.fine}>
        {strings.acceptBefore}
        <Link to={`/base/pages/terms-of-service?back=${HERE}`}>{strings.termsOfService}</Link>
        {strings.acceptBetween}
        <Link to={`/base/pages/privacy-policy?back=${HERE}`}>{strings.privacyPolicy}</Link>.
      </p>
    </>
  )
}
