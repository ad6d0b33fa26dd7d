import { Navigate, useParams, useSearchParams } from 'react-router'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { ConsentChoice } from '../../../features/consent/consent-choice.tsx'
import { findLegalText, LAST_UPDATED, type LegalBlock } from '../../../features/site/legal/legal-texts.ts'
import { insidePath } from '../../../platform/navigation.ts'
import { BackLink } from '../../../ui/layout/back-link.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Screen } from '../../screen.tsx'
import { Shell } from '../../shell.tsx'
import { strings } from '../strings.ts'
import styles from './legal-page.module.css'

/** A legal text. "Back" leads to the path in the `back` parameter, if it is inside the app (contract 8). */
export function LegalPage() {
  const { slug = '' } = useParams()
  const [search] = useSearchParams()
  const { user } = useCurrentUser()
  const text = findLegalText(slug)
  if (!text) return <Navigate to="/" replace />
  return (
    <Screen title={text.title}>
      <Shell homePath={user ? '/app/dashboard' : '/base'}>
        <Page layout="flow">
          <article className={styles.text}>
            <div className={styles.back}>
              <BackLink to={insidePath(search.get('back'))} />
            </div>
            <h1>{text.title}</h1>
            <p className={styles.updated}>
              {strings.lastUpdated} {LAST_UPDATED}
            </p>
            <p>{text.intro}</p>
            {text.sections.map(({ heading, blocks }, index) => (
              <section key={heading}>
                <h2>
                  {index + 1}. {heading}
                </h2>
                {blocks.map((block) => (
                  <Block key={String(block)} block={block} />
                ))}
              </section>
            ))}
            {/* The page that explains what is stored also has the switch to decide about it. */}
            {slug === 'cookie-policy' && <ConsentChoice level={2} />}
          </article>
        </Page>
      </Shell>
    </Screen>
  )
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p>{block}</p>
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}
