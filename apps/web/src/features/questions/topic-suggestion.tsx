import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { Card } from '../../ui/layout/card.tsx'
import { TOPIC_STRINGS } from './topic-strings.ts'
import { suggestTopic } from './topic-calls.ts'
import styles from './topic-suggestion.module.css'

/** Says that a search has found nothing, and offers to suggest its text as a topic. Needs the text as its React key. */
export function NoTopicsFound({ text }: { text: string }) {
  const thanks = useRef<HTMLParagraphElement>(null)
  const [isNew, setIsNew] = useState<boolean>()
  const suggesting = useAction(() => suggestTopic(text), {
    onDone: setIsNew,
    onFailure: (error) => showFailure(TOPIC_STRINGS.failed, error),
  })
  useEffect(() => {
    // The button that had the focus is gone. The focus also makes screen readers read the thank-you.
    if (isNew !== undefined) thanks.current?.focus({ preventScroll: true })
  }, [isNew])

  return (
    <Card className={styles.none}>
      <img src="/img/state-empty.svg" alt="" width={112} height={112} />
      <p className={styles.title}>{TOPIC_STRINGS.noTopics}</p>
      {isNamed(text) && <p>{TOPIC_STRINGS.nothingMatches(text)}</p>}
      {isNamed(text) && (
        <div className={styles.row}>
          {isNew === undefined ? (
            <Button size="small" isPending={suggesting.isPending} onClick={() => suggesting.run()}>
              {TOPIC_STRINGS.suggest}
            </Button>
          ) : (
            <p ref={thanks} className={styles.thanks} tabIndex={-1}>
              {isNew ? TOPIC_STRINGS.suggested : TOPIC_STRINGS.suggestedBefore}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

/** Whether the text has a letter or digit; the server refuses a topic without one. */
function isNamed(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
