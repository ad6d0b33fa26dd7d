import { ToggleChip } from '../../ui/controls/chip.tsx'
import type { ComplaintReason } from './complain.ts'
import styles from './report-complaint.module.css'
import { COMPLAINT_STRINGS } from './strings.ts'

const REASONS = ['question', 'answers', 'description', 'translation'] as const satisfies readonly ComplaintReason[]

type Props = { chosen: ComplaintReason | null; onChoose: (reason: ComplaintReason | null) => void }

/** What is wrong, for those who want to say: one of four, and a second press takes it back. */
export function ComplaintReasons({ chosen, onChoose }: Props) {
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
