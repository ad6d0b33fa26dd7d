import { useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { PROGRESS_STRINGS } from './strings.ts'
import styles from './celebration-sheet.module.css'

type Props = { isShown: boolean; onClick: () => void }

/** "Continue journey" in the room that is kept for it. It takes the focus when it comes, unless a control has it. */
export function ContinueButton({ isShown, onClick }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown && !(document.activeElement instanceof HTMLButtonElement)) button.current?.focus()
  }, [isShown])
  return (
    <div className={styles.room}>
      {isShown && (
        <Button ref={button} className={styles.button} variant="primary" block onClick={onClick}>
          {PROGRESS_STRINGS.continue}
        </Button>
      )}
    </div>
  )
}
