import { useState } from 'react'
import { showFailure } from './show-failure.ts'

/** Does something that takes a while, once at a time; a failure is shown. */
export function useOnce(act: () => Promise<unknown>, onDone: () => void = () => {}) {
  const [isActing, setIsActing] = useState(false)
  async function run() {
    setIsActing(true)
    try {
      await act()
      onDone()
    } catch (error) {
      showFailure(error)
    }
    setIsActing(false)
  }
  return { isActing, run: () => void (isActing || run()) }
}
