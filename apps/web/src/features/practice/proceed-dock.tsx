import { Button } from '../../ui/controls/button.tsx'
import styles from './proceed-dock.module.css'

type Props = {
  label: string
  /** What the journey takes: a count of topics, or words. */
  amount: string
  /** Hidden, the button keeps its room, so that nothing moves when it comes. */
  isShown: boolean
  isPending?: boolean
  onProceed: () => void
}

/** The way on from a choice, at the foot of the screen. */
export function ProceedDock({ label, amount, isShown, isPending = false, onProceed }: Props) {
  return (
    <div className={styles.dock} data-shown={isShown}>
      <Button variant="primary" block count={amount} isPending={isPending} onClick={onProceed}>
        {`${label} `}
      </Button>
    </div>
  )
}
