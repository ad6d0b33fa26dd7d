import styles from './field-error.module.css'
import { AlertIcon } from '../graphics/icons.tsx'

type Props = { id: string; message?: string | null | undefined }

/** The line under a field. It keeps its height when there is nothing to say, so that nothing below moves. */
export function FieldError({ id, message }: Props) {
  return (
    <p className={styles.error} id={id}>
      {message && (
        <>
          <AlertIcon weight={2.4} />
          <span>{message}</span>
        </>
      )}
    </p>
  )
}
