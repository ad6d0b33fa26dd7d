import type { AuditEntry } from '@quizmaster/contract/http/admin'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { actionText, detailLines } from './audit-text.ts'
import styles from './audit-list.module.css'
import { fetchAudit } from './admin-calls.ts'
import { AdminList, EmptyList, LoadMore, uniqueBy, usePages } from './admin-list.tsx'
import { SITE_STRINGS } from './strings.ts'
import { momentText } from '../../platform/time-ago.ts'

/** The audit log of operators' actions, latest first. */
export function AuditList({ title }: { title: string }) {
  const query = usePages(['audit'], fetchAudit)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <AdminList query={{ ...query, data: query.data?.pages }}>
        {(pages) => (
          <Entries
            entries={uniqueBy(
              pages.flatMap(({ entries }) => entries),
              ({ id }) => id,
            )}
          />
        )}
      </AdminList>
      <LoadMore pages={query} />
    </>
  )
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return <EmptyList>{SITE_STRINGS.noAudit}</EmptyList>
  return (
    <Card className={styles.card}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Entry({ entry: { at, admin_email, action, subject, details } }: { entry: AuditEntry }) {
  const lines = detailLines(details)
  return (
    <>
      <p className={styles.what}>
        <b>{actionText(action)}</b> <span>{subject}</span>
      </p>
      <p className={styles.who}>
        {admin_email} · <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>
      </p>
      {lines.length > 0 && (
        <details className={styles.details}>
          <summary>{SITE_STRINGS.details}</summary>
          <dl>
            {lines.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
