import type { BodyOf } from '@quizmaster/contract/http/endpoints'
import type { QuestionId } from '@quizmaster/contract/ids'
import { COMPLAINT_COMMENT_MAX_LENGTH } from '@quizmaster/contract/limits'
import { adminApi } from '@quizmaster/contract/routes/admin'
import { gamesApi } from '@quizmaster/contract/routes/gameplay'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { atLeast, call, MIN_CALL_MS } from '../../platform/http.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ToggleChip } from '../../ui/controls/chip.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { TextArea } from '../../ui/fields/text-field.tsx'
import { TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import styles from './complaint-sheet.module.css'
import { COMPLAINT_STRINGS } from './complaint-strings.ts'

/** What can be wrong with a question. */
type ComplaintReason = NonNullable<NonNullable<BodyOf<typeof adminApi.complain>>['reason']>

/** The reported question. In a game, players know only its index. */
type Reported = { questionId: QuestionId } | { gameQuestionIndex: number }

type Props = { data: Reported; isOpen: boolean; onClose: () => void }

/** The sheet for reporting a question. The form, the pending and the submitted state all have the same height. */
export function ComplaintSheet({ data, isOpen, onClose }: Props) {
  const [reason, setReason] = useState<ComplaintReason | null>(null)
  const [comment, setComment] = useState('')
  const { run, isPending, isDone } = useAction(() => complain(data, reason, comment), {
    onFailure: (error) => showFailure(COMPLAINT_STRINGS.failed, error),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const title = isDone ? COMPLAINT_STRINGS.submitted : COMPLAINT_STRINGS.title
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} height="fixed" align={isDone ? 'center' : 'start'}>
      {isDone ? (
        <Submitted onClose={onClose} />
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <p className={styles.text}>{COMPLAINT_STRINGS.text}</p>
          <ComplaintReasons chosen={reason} onChoose={setReason} />
          <TextArea
            label={COMPLAINT_STRINGS.comment}
            errorLine="none"
            maxLength={COMPLAINT_COMMENT_MAX_LENGTH}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button type="submit" className={styles.foot} variant="primary" block isPending={isPending}>
            {isPending ? COMPLAINT_STRINGS.submitting : COMPLAINT_STRINGS.send}
          </Button>
        </form>
      )}
    </Sheet>
  )
}

const REASONS = ['question', 'answers', 'description', 'translation'] as const satisfies readonly ComplaintReason[]

type ReasonsProps = { chosen: ComplaintReason | null; onChoose: (reason: ComplaintReason | null) => void }

/** The optional reason: one of four; a second press deselects it. */
function ComplaintReasons({ chosen, onChoose }: ReasonsProps) {
  return (
    <fieldset>
      <legend className={styles.label}>{COMPLAINT_STRINGS.what}</legend>
      <div className={styles.reasons}>
        {REASONS.map((reason) => (
          <ToggleChip
            key={reason}
            isOn={chosen === reason}
            onToggle={() => onChoose(chosen === reason ? null : reason)}
          >
            {COMPLAINT_STRINGS.reasons[reason]}
          </ToggleChip>
        ))}
      </div>
    </fieldset>
  )
}

function Submitted({ onClose }: { onClose: () => void }) {
  const closeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The pressed button is gone, so the close button takes the focus.
    closeButton.current?.focus({ preventScroll: true })
    announce(`${COMPLAINT_STRINGS.submitted}. ${COMPLAINT_STRINGS.thanks}`)
  }, [])
  return (
    <div className={styles.done}>
      <span className={styles.tick}>
        <TickIcon weight={3} />
      </span>
      <p className={styles.text}>{COMPLAINT_STRINGS.thanks}</p>
      <Button ref={closeButton} block onClick={onClose}>
        {COMPLAINT_STRINGS.close}
      </Button>
    </div>
  )
}

/** Reports a question, with a reason and a comment if there are any; a blank comment is not sent. */
async function complain(question: Reported, reason: ComplaintReason | null, comment: string): Promise<void> {
  const text = comment.trim()
  const words = { ...(reason && { reason }), ...(text && { comment: text }) }
  await atLeast(
    MIN_CALL_MS,
    'questionId' in question
      ? call(adminApi.complain, reason || text ? words : undefined, { params: { id: question.questionId } })
      : call(gamesApi.complainInGame, { question_index: question.gameQuestionIndex, ...words }),
  )
}
