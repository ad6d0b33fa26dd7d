import { userApi } from '@quizmaster/contract/routes/user'
import { call, dataOf } from '../../platform/http.ts'

const FILE_NAME = 'quizmaster-data.json'
/** Browsers may begin to read the file only after the click has been handled. */
const KEEP_URL_MS = 60_000

/** Fetches all that is held about the user and saves it as one readable file. */
export async function downloadMyData(): Promise<void> {
  const data = dataOf(await call(userApi.exportAccount))
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = FILE_NAME
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_URL_MS)
}
