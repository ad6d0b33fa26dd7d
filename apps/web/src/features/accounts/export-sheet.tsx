import { Sheet } from '../../ui/sheet/sheet.tsx'
import { ConfirmCodeForm } from './confirm-code-form.tsx'
import { strings } from './strings.ts'
import { useConfirmation } from './use-confirmation.ts'

export type ExportSheetProps = {
  isOpen: boolean
  email: string
  /** Downloads the data with the code. */
  download: (code: string) => Promise<void>
  onDone: () => void
  onClose: () => void
}

/** Asks for the mailed code that confirms the download of the user's data. */
export function ExportSheet({ isOpen, email, download, onDone, onClose }: ExportSheetProps) {
  const confirmation = useConfirmation({
    act: download,
    onDone: () => {
      confirmation.reset()
      onDone()
    },
  })
  const close = () => {
    if (confirmation.isPending) return
    confirmation.reset()
    onClose()
  }
  return (
    <Sheet isOpen={isOpen} onClose={close} title={strings.downloadMyData}>
      <ConfirmCodeForm email={email} confirmation={confirmation} act={strings.download} actVariant="primary" />
    </Sheet>
  )
}
