import type { Finding } from './finding.ts'
import { type BankFile, isImported } from './topic-rules.ts'

/**
 * The ids of one topic that players may have seen, from `content/keys/{topic-key}.txt`, one per line. A withdrawn id
 * stays there as `retired {id}`, so that it is never reused for another fact.
 */
export interface KeyList {
  live: ReadonlySet<string>
  retired: ReadonlySet<string>
}

/** Parses a list. Empty lines are ignored. */
export function parseKeyList(text: string): KeyList {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const retired = lines
    .filter((line) => line.startsWith('retired '))
    .map((line) => line.slice('retired '.length).trim())
  return {
    live: new Set(lines.filter((line) => line !== '' && !line.startsWith('retired '))),
    retired: new Set(retired),
  }
}

/** The list's text with the topic's new ids appended. Existing lines are never removed. */
export function acceptKeys(text: string, ids: readonly string[]): string {
  const { live, retired } = parseKeyList(text)
  const fresh = ids.filter((id) => !live.has(id) && !retired.has(id))
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return before + fresh.map((id) => `${id}\n`).join('')
}

/**
 * Ids of the bank that disagree with the lists. Without any list nothing has been shipped, so ids are free to change.
 * @param lists by topic key
 */
export function keyListFindings(files: readonly BankFile[], lists: ReadonlyMap<string, KeyList>): Finding[] {
  if (lists.size === 0) return []
  const written = files.filter(({ file }) => !isImported(file))
  const keys = new Set(written.map(({ topic }) => topic.key))
  const gone = [...lists].filter(([key, { live }]) => !keys.has(key) && live.size > 0)
  return [
    ...written.flatMap((file) => topicKeyFindings(file, lists.get(file.topic.key))),
    ...gone.map(([key]) =>
      finding(`${key}.yaml`, null, `the topic is gone, but keys/${key}.txt lists it: put it back or retire its ids`),
    ),
  ]
}

function topicKeyFindings({ file, topic }: BankFile, list: KeyList | undefined): Finding[] {
  const ids = topic.questions.map(({ id }) => id)
  const { live, retired } = list ?? { live: new Set<string>(), retired: new Set<string>() }
  const fresh = ids.filter((id) => !live.has(id) && !retired.has(id))
  const listed = `keys/${topic.key}.txt`
  return [
    ...[...live]
      .filter((id) => !ids.includes(id))
      .map((id) => finding(file, id, `the id is gone: put it back, or write 'retired ${id}' in ${listed}`)),
    ...ids
      .filter((id) => retired.has(id))
      .map((id) => finding(file, id, `the id is retired in ${listed}: a new question needs a new id`)),
    ...(fresh.length > 0
      ? [finding(file, null, `${fresh.join(', ')} not in ${listed}: npm run content:check -- --accept`)]
      : []),
  ]
}

function finding(file: string, questionId: string | null, reason: string): Finding {
  return { file, questionId, level: 'error', reason }
}
