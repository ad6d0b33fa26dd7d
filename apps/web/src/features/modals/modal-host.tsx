import { type ComponentType, Suspense } from 'react'
import { closeModal, type ModalData, type ModalKind, useModal } from './modal-store.ts'

/** A sheet that knows one kind of modal: its data comes in, closing goes out. */
export type ModalBody<K extends ModalKind> = ComponentType<{ data: ModalData[K]; onClose: () => void }>

/** The bodies by kind, lazily loaded; a kind whose feature does not exist yet has none. */
export type ModalBodies = { [K in ModalKind]?: ModalBody<K> }

/** Draws the modal that is open, with the body of its kind; without a body nothing is drawn. */
export function ModalHost({ bodies }: { bodies: ModalBodies }) {
  const { type, data } = useModal()
  const Body = type === null ? undefined : (bodies[type] as ComponentType<{ data: typeof data; onClose: () => void }>)
  if (!Body) return null
  return (
    <Suspense fallback={null}>
      <Body key={type} data={data} onClose={closeModal} />
    </Suspense>
  )
}
