import { useRef } from 'react'
import { Button, type ButtonLook } from '../controls/button.tsx'
import styles from './sheet.module.css'
import { Sheet } from './sheet.tsx'

export type ConfirmSheetProps = {
  isOpen: boolean
  title: string
  text: string
  /** The label of the harmless button, which has the focus. */
  keep: string
  onKeep: () => void
  /** The label of the button that runs the action. */
  act: string
  /** Red by default; another variant if nothing is lost. */
  actVariant?: NonNullable<ButtonLook['variant']>
  isActing: boolean
  onAct: () => void
}

/** Asks before something is lost: a question, what would be lost, and two buttons, harmless first (design 3.5). */
export function ConfirmSheet({
  isOpen,
  title,
  text,
  keep,
  onKeep,
  act,
  actVariant = 'danger',
  isActing,
  onAct,
}: ConfirmSheetProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  return (
    <Sheet isOpen={isOpen} onClose={onKeep} title={title} initialFocus={keepButton}>
      <p className={styles.text}>{text}</p>
      <div className={styles.buttons}>
        <Button ref={keepButton} block onClick={onKeep}>
          {keep}
        </Button>
        <Button variant={actVariant} block isPending={isActing} onClick={onAct}>
          {act}
        </Button>
      </div>
    </Sheet>
  )
}
