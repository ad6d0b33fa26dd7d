import { useRef } from 'react'
import { Button, type ButtonLook } from '../controls/button.tsx'
import styles from './confirm-sheet.module.css'
import { Sheet } from './sheet.tsx'

type Props = {
  isOpen: boolean
  title: string
  text: string
  /** The harmless way out; it has the focus. */
  keep: string
  onKeep: () => void
  /** What is being asked. */
  act: string
  /** Red unless nothing is lost by it. */
  actVariant?: NonNullable<ButtonLook['variant']>
  isActing: boolean
  onAct: () => void
}

/** Asks before something is lost: the question, one sentence on the loss, the harmless answer first (guide 3.5). */
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
}: Props) {
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
