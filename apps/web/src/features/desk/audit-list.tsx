import type { AuditEntry } from '@quizmaster/contract/http/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { actionText, detailLines } from './audit-words.ts'
import styles from './audit-list.module.css'
import { type AuditPage, fetchAudit } from './desk-calls.ts'
import { DeskPart, LoadMore, Nothing } from './desk-part.tsx'
import { eachOnce } from './each-once.ts'
import { SITE_STRINGS } from './strings.ts'
import { momentText } from '../../ui/time-ago.ts'
import { DESK_KEY } from './use-desk-action.ts'

/** What operators did, the latest first. */
export function AuditList({ title }: { title: string }) {
  const query = useInfiniteQuery({
    queryKey: [DESK_KEY, 'audit'],
    queryFn: ({ pageParam, signal }) => fetchAudit(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: AuditPage, _, page: number) => (last.has_more ? page + 1 : undefined),
  })
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <DeskPart query={{ ...query, data: query.data?.pages }}>
        {(pages) => (
          <Entries
            entries={eachOnce(
              pages.flatMap(({ entries }) => entries),
              ({ id }) => id,
            )}
          />
        )}
      </DeskPart>
      <LoadMore pages={query} />
    </>
  )
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  if (entries.length === 0) return <Nothing>{SITE_STRINGS.noAudit}</Nothing>
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
