import { scrub, type KnownSecrets } from './scrub.ts'

/** An envelope of the reporting service: a header, and items of a header and a payload each. */
type Envelope = readonly [header: unknown, items: readonly (readonly [header: unknown, payload: unknown])[]]

interface Transport<E, Answer> {
  send(envelope: E): Answer
}

/**
 * A transport whose envelopes are scrubbed on their way out. Everything passes here, whatever made it: errors, spans,
 * breadcrumbs, replays, and what a later version of the library thinks of.
 */
export function scrubbed<E, Answer, T extends Transport<E, Answer>>(transport: T, secrets: () => KnownSecrets): T {
  return {
    ...transport,
    send: (envelope: E) => transport.send(scrubEnvelope(envelope as unknown as Envelope, secrets()) as unknown as E),
  }
}

/** The envelope without personal data. */
export function scrubEnvelope([header, items]: Envelope, secrets: KnownSecrets): Envelope {
  return [scrub(header, secrets), items.map(([itemHeader, payload]) => scrubItem(itemHeader, payload, secrets))]
}

function scrubItem(header: unknown, payload: unknown, secrets: KnownSecrets): readonly [unknown, unknown] {
  if (typeof payload !== 'string') return [scrub(header, secrets), scrub(payload, secrets)]
  const clean = scrubRecording(payload, secrets)
  const length = new TextEncoder().encode(clean).length
  return [{ ...(scrub(header, secrets) as object), length }, clean]
}

/** A replay's recording is text: a line of JSON, then a list of what happened. Lines that are no JSON are left out. */
function scrubRecording(text: string, secrets: KnownSecrets): string {
  return text
    .split('\n')
    .map((line) => {
      try {
        return JSON.stringify(scrub(JSON.parse(line), secrets))
      } catch {
        return ''
      }
    })
    .join('\n')
}
