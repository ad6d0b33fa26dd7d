import styles from './localhost-note.module.css'
import { LOCALHOST_STRINGS } from './localhost-strings.ts'

/** Replaces the QR code if the page can be opened only on this machine. Explains what other devices need. */
export function LocalhostNote() {
  return (
    <div className={styles.note}>
      <DevicesPicture />
      <p>
        {LOCALHOST_STRINGS.cannotOpen} <b>{location.hostname}</b>. {LOCALHOST_STRINGS.startWith}{' '}
        <code>HOST=0.0.0.0</code> {LOCALHOST_STRINGS.codeAppears}
      </p>
      <details>
        <summary>{LOCALHOST_STRINGS.howTo}</summary>
        <ol>
          <li>{LOCALHOST_STRINGS.stop}</li>
          <li>
            {LOCALHOST_STRINGS.start} <code>HOST=0.0.0.0 npm start</code>
          </li>
          <li>{LOCALHOST_STRINGS.scan}</li>
        </ol>
      </details>
    </div>
  )
}

/** A picture of a computer and a phone that cannot reach it. */
function DevicesPicture() {
  return (
    <svg
      viewBox="0 0 150 66"
      width="150"
      height="66"
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="12" y="8" width="60" height="40" rx="6" />
      <path d="M4 58h76" />
      <rect x="116" y="6" width="28" height="54" rx="7" />
      <path d="M127 52h6M93 27l8 10M101 27l-8 10" />
      <path d="M84 32h5M105 32h1" strokeWidth={4} />
    </svg>
  )
}
