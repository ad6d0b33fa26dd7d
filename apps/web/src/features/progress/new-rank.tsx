import type { LevelReached } from '@quizmaster/contract/channels/user-stats'
import { useEffect } from 'react'
import { announce } from '../../ui/feedback/announce.tsx'
import { clsx } from 'clsx/lite'
import { Halo } from '../../ui/graphics/halo.tsx'
import { RankImage } from './rank-images.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import styles from './celebration-sheet.module.css'
import { ContinueButton } from './continue-button.tsx'
import { PROGRESS_STRINGS } from './strings.ts'
import { usePassedMoments } from './use-moments.ts'

const SWAP_AT_MS = 2_200
const FIRST_BUTTON_AT_MS = 4_000
const BUTTON_AT_MS = 5_000

type Props = { data: LevelReached; isOpen: boolean; onClose: () => void }

/** A new rank: the old patch leaves after 2.2 s and the new one comes. Before the first there is the empty ring. */
export function NewRank({ data, isOpen, onClose }: Props) {
  const { level, rank, rank_number: rankNumber } = data
  const isFirst = rankNumber === 1
  const passed = usePassedMoments(SWAP_AT_MS, isFirst ? FIRST_BUTTON_AT_MS : BUTTON_AT_MS)
  const isSwapped = passed >= 1
  useEffect(() => {
    if (isSwapped) announce(`${PROGRESS_STRINGS.levelAchieved(level)}. ${PROGRESS_STRINGS.newRank}. ${rank}`)
  }, [isSwapped, level, rank])
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={PROGRESS_STRINGS.congratulations} align="center" height="tall">
      <Halo size="large">
        <span className={clsx(styles.patch, styles.old)} data-shown={!isSwapped} aria-hidden="true">
          <RankImage rankNumber={rankNumber - 1} name="" size="var(--rank-width)" />
        </span>
        <span className={clsx(styles.patch, isFirst ? styles.first : styles.new)} data-shown={isSwapped}>
          <RankImage rankNumber={rankNumber} name={rank} size="var(--rank-width)" />
        </span>
      </Halo>
      <p className={styles.line}>{PROGRESS_STRINGS.levelAchieved(level)}</p>
      <p className={styles.unlocked}>{PROGRESS_STRINGS.newRank}</p>
      <p className={styles.rank}>{rank}</p>
      <ContinueButton isShown={passed >= 2} onClick={onClose} />
    </Sheet>
  )
}
