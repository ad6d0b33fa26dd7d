import type { QuestionId } from '@quizmaster/contract/ids'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TickIcon } from '../../ui/graphics/icons.tsx'
import { ToggleChip } from '../../ui/controls/chip.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { TextArea } from '../../ui/fields/text-field.tsx'
import { showFailure } from '../../ui/feedback/toast.ts'
import { complain, type ComplaintReason } from './complain.ts'
import styles from './complaint-sheet.module.css'
import { COMPLAINT_STRINGS } from './strings.ts'

/** Contract 3. */
const MAX_COMMENT = 500

type Props = { data: { questionId: QuestionId }; isOpen: boolean; onClose: () => void }

/** The sheet that reports a question: idle, pending, submitted, all of one height (product 4). */
export function ComplaintSheet({ data, isOpen, onClose }: Props) {
  const [reason, setReason] = useState<ComplaintReason | null>(null)
  const [comment, setComment] = useState('')
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => complain(data.questionId, { reason, comment }),
  })

  function send() {
    mutate(undefined, {
      onError: (error) => showFailure(COMPLAINT_STRINGS.failed, error),
    })
  }

  const title = isSuccess ? COMPLAINT_STRINGS.submitted : COMPLAINT_STRINGS.title
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} height="fixed" align={isSuccess ? 'center' : 'start'}>
      {isSuccess ? (
        <Submitted onClose={onClose} />
      ) : (
        <div className={styles.form}>
          <p className={styles.text}>{COMPLAINT_STRINGS.text}</p>
          <ComplaintReasons chosen={reason} onChoose={setReason} />
          <TextArea
            label={COMPLAINT_STRINGS.comment}
            errorLine="none"
            maxLength={MAX_COMMENT}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button className={styles.foot} variant="primary" block isPending={isPending} onClick={send}>
            {isPending ? COMPLAINT_STRINGS.submitting : COMPLAINT_STRINGS.send}
          </Button>
        </div>
      )}
    </Sheet>
  )
}

const REASONS = ['question', 'answers', 'description', 'translation'] as const satisfies readonly ComplaintReason[]

type ReasonsProps = { chosen: ComplaintReason | null; onChoose: (reason: ComplaintReason | null) => void }

/** What is wrong, for those who want to say: one of four, and a second press takes it back. */
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
    // The button that was pressed is gone: the next one takes its focus.
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
