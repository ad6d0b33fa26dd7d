import type { Ref } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/controls/button.tsx'
import { clsx } from 'clsx/lite'
import { FlagIcon, ArrowRightIcon, SettingsIcon } from '../../ui/graphics/icons.tsx'
import { IconButton, iconButtonClass } from '../../ui/controls/icon-button.tsx'
import styles from './play-dock.module.css'
import { PRACTICE_STRINGS } from './strings.ts'

type Props = {
  isAnswered: boolean
  isFetchingNext: boolean
  onNext: () => void
  onReport: () => void
  /** Where the settings are; a visitor has none. */
  settingsPath: string | null
  nextRef: Ref<HTMLButtonElement>
}

/** The row under the answers: report, the way on once the question is answered, settings. */
export function PlayDock({ isAnswered, isFetchingNext, onNext, onReport, settingsPath, nextRef }: Props) {
  return (
    <div className={clsx(styles.dock, !settingsPath && styles.short)}>
      <IconButton label={PRACTICE_STRINGS.report} icon={<FlagIcon />} onClick={onReport} />
      {isAnswered ? (
        <Button
          ref={nextRef}
          variant="primary"
          block
          isPending={isFetchingNext}
          onClick={onNext}
          iconAfter={<ArrowRightIcon />}
        >
          {PRACTICE_STRINGS.next}
        </Button>
      ) : (
        <DockTrail />
      )}
      {settingsPath && (
        <Link to={settingsPath} className={iconButtonClass()} aria-label={PRACTICE_STRINGS.settings}>
          <SettingsIcon />
        </Link>
      )}
    </div>
  )
}

/** What stands in the place of "Next question" before there is an answer. */
export function DockTrail() {
  return (
    <div aria-hidden="true">
      <div className={styles.trail} />
      <p className={styles.keys}>
        <kbd>1</kbd>–<kbd>4</kbd> or <kbd>A</kbd>–<kbd>D</kbd>
      </p>
    </div>
  )
}
