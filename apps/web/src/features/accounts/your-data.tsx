import { userApi } from '@quizmaster/contract/routes/user'
import { MINUTE_MS } from '../../platform/durations.ts'
import { call, dataOf } from '../../platform/http.ts'
import { useState, type ReactNode } from 'react'
import { lazyNamed, loadChunk, prefetchChunk } from '../../platform/lazy.ts'
import { useAction } from '../../platform/use-action.ts'
import { Card } from '../../ui/layout/card.tsx'
import { clsx } from 'clsx/lite'
import { ForwardIcon } from '../../ui/graphics/icons.tsx'
import { LazySheet } from '../../ui/sheet/lazy-sheet.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useCurrentUser } from './current-user.ts'
import type { DeleteAccountSheetProps } from './delete-account-sheet.tsx'
import type { DevicesSheetProps } from './devices-sheet.tsx'
import type { ExportSheetProps } from './export-sheet.tsx'
import { strings } from './strings.ts'
import styles from './your-data.module.css'

const DevicesSheet = lazyNamed<'DevicesSheet', DevicesSheetProps>(() => import('./devices-sheet.tsx'), 'DevicesSheet')
const ExportSheet = lazyNamed<'ExportSheet', ExportSheetProps>(() => import('./export-sheet.tsx'), 'ExportSheet')
const DeleteAccountSheet = lazyNamed<'DeleteAccountSheet', DeleteAccountSheetProps>(
  () => import('./delete-account-sheet.tsx'),
  'DeleteAccountSheet',
)

const FILE_NAME = 'quizmaster-data.json'
/** Browsers may start reading the file only after the click has been handled. */
const KEEP_URL_MS = MINUTE_MS

/** The user's control over their data: see the signed-in devices, download everything, and delete the account. */
export function YourData({ children }: { /** Further settings, such as consent. */ children?: ReactNode }) {
  const { user } = useCurrentUser()
  const email = user?.email ?? ''
  const [opened, setOpened] = useState<'devices' | 'export' | 'delete' | null>(null)
  const showReady = () => showToast({ type: 'success', title: strings.dataReady, message: strings.dataReadyMessage })
  const download = useAction(() => beginDownload(email), {
    onDone: (isDone) => (isDone ? showReady() : setOpened('export')),
    onFailure: (error) => showFailure(strings.failed, error),
  })
  const close = () => setOpened(null)
  return (
    <Card className={styles.card} isRoomy aria-labelledby="your-data">
      <h2 className={styles.title} id="your-data">
        {strings.yourData}
      </h2>
      <ul>
        <Row label={strings.signedInDevices} onPress={() => setOpened('devices')} sheet={DevicesSheet} />
        <Row label={strings.downloadMyData} onPress={() => download.run()} isPending={download.isPending} />
        <Row label={strings.deleteAccount} onPress={() => setOpened('delete')} sheet={DeleteAccountSheet} isDanger />
      </ul>
      {children}
      <LazySheet isOpen={opened === 'devices'}>
        <DevicesSheet isOpen={opened === 'devices'} onClose={close} />
      </LazySheet>
      <LazySheet isOpen={opened === 'export'}>
        <ExportSheet
          isOpen={opened === 'export'}
          email={email}
          download={downloadMyData}
          onDone={() => {
            close()
            showReady()
          }}
          onClose={close}
        />
      </LazySheet>
      <LazySheet isOpen={opened === 'delete'}>
        <DeleteAccountSheet isOpen={opened === 'delete'} onClose={close} />
      </LazySheet>
    </Card>
  )
}

type RowProps = {
  label: string
  onPress: () => void
  /** The sheet that the press opens; its code is fetched when the press begins. */
  sheet?: { preload: () => Promise<void> }
  isPending?: boolean
  isDanger?: boolean
}

function Row({ label, onPress, sheet, isPending = false, isDanger = false }: RowProps) {
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={clsx(styles.row, isDanger && styles.danger)}
        aria-haspopup={sheet && 'dialog'}
        aria-busy={isPending || undefined}
        onPointerDown={sheet && (() => prefetchChunk(sheet.preload))}
        onClick={onPress}
      >
        {label}
        {isPending ? <Spinner /> : <ForwardIcon weight={2.4} />}
      </button>
    </li>
  )
}

/** Downloads the data, or mails a confirmation code if one is needed. Returns whether the data was downloaded. */
async function beginDownload(email: string): Promise<boolean> {
  try {
    await downloadMyData()
    return true
  } catch (error) {
    // Part of the sheets' chunk, which is needed next anyway.
    const { lacksCode, mailConfirmationCode } = await loadChunk(() => import('./confirmation-code.ts'))
    if (!lacksCode(error)) throw error
    await mailConfirmationCode(email)
    return false
  }
}

/** Fetches all data about the user and saves it as one JSON file. */
async function downloadMyData(code?: string): Promise<void> {
  const data = dataOf(await call(userApi.exportAccount, code === undefined ? {} : { code }))
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = FILE_NAME
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_URL_MS)
}
