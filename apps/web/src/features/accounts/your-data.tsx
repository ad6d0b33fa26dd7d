import { useState, type ReactNode } from 'react'
import { useAction } from '../../platform/use-action.ts'
import { Card } from '../../ui/layout/card.tsx'
import { clsx } from 'clsx/lite'
import { ForwardIcon } from '../../ui/graphics/icons.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { DeleteAccountSheet } from './delete-account-sheet.tsx'
import { DevicesSheet } from './devices-sheet.tsx'
import { downloadMyData } from './export-data.ts'
import { strings } from './strings.ts'
import styles from './your-data.module.css'

type Props = {
  className?: string | undefined
  /** What else there is to decide about it. */
  children?: ReactNode
}

/** What everybody has a right to: to see where they are signed in, to have their data, and to be forgotten. */
export function YourData({ className, children }: Props) {
  const [opened, setOpened] = useState<'devices' | 'delete' | null>(null)
  const download = useAction(downloadMyData, {
    onDone: () => showToast({ type: 'success', title: strings.dataReady, message: strings.dataReadyMessage }),
    onFailure: ({ message }) => showToast({ type: 'error', title: strings.failed, message }),
  })
  const close = () => setOpened(null)
  return (
    <Card className={clsx(styles.card, className)} isRoomy aria-labelledby="your-data">
      <h2 className={styles.title} id="your-data">
        {strings.yourData}
      </h2>
      <ul>
        <Row label={strings.signedInDevices} onPress={() => setOpened('devices')} opensSheet />
        <Row label={strings.downloadMyData} onPress={() => download.run()} isPending={download.isPending} />
        <Row label={strings.deleteAccount} onPress={() => setOpened('delete')} opensSheet isDanger />
      </ul>
      {children}
      <DevicesSheet isOpen={opened === 'devices'} onClose={close} />
      <DeleteAccountSheet isOpen={opened === 'delete'} onClose={close} />
    </Card>
  )
}

type RowProps = {
  label: string
  onPress: () => void
  opensSheet?: boolean
  isPending?: boolean
  isDanger?: boolean
}

function Row({ label, onPress, opensSheet = false, isPending = false, isDanger = false }: RowProps) {
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={clsx(styles.row, isDanger && styles.danger)}
        aria-haspopup={opensSheet ? 'dialog' : undefined}
        aria-busy={isPending || undefined}
        onClick={onPress}
      >
        {label}
        {isPending ? <Spinner /> : <ForwardIcon weight={2.4} />}
      </button>
    </li>
  )
}
