import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { closeModal, type ModalData, type ModalKind, type ModalState, useModal } from './modal-store.ts'

/** Longer than a sheet takes to close. */
const EXIT_MS = 300

interface BodyProps<Data> {
  data: Data
  isOpen: boolean
  onClose: () => void
}

/** The sheet of one kind of modal. */
export type ModalBody<K extends ModalKind> = ComponentType<BodyProps<ModalData[K]>>

/** The sheets by kind, lazily loaded; a kind without a feature has none. */
export type ModalBodies = { [K in ModalKind]?: ModalBody<K> }

/** Renders the open modal in the sheet for its kind. */
export function ModalHost({ bodies }: { bodies: ModalBodies }) {
  const modal = useModal()
  const { shown, serial } = useLeaving(modal)
  const Body = shown.type === null ? undefined : (bodies[shown.type] as ComponentType<BodyProps<unknown>> | undefined)
  if (!Body) return null
  return (
    <Suspense fallback={null}>
      <Body key={serial} data={shown.data} isOpen={modal.isOpened} onClose={closeModal} />
    </Suspense>
  )
}

/**
 * Keeps a closed modal until its exit animation has ended. Each opening has its own serial number, so no state outlives
 * it.
 */
function useLeaving(modal: ModalState): { shown: ModalState; serial: number } {
  const [last, setLast] = useState({ shown: modal, serial: 0 })
  if (modal.isOpened && modal !== last.shown) setLast({ shown: modal, serial: last.serial + 1 })
  useEffect(() => {
    if (modal.isOpened) return undefined
    const timer = setTimeout(() => setLast(({ serial }) => ({ shown: modal, serial })), EXIT_MS)
    return () => clearTimeout(timer)
  }, [modal])
  return last
}
