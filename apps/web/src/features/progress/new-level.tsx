import type { LevelReached } from '@quizmaster/contract/channels/user-stats'
import { useEffect } from 'react'
import { announce } from '../../ui/feedback/announce.tsx'
import { Halo } from '../../ui/graphics/halo.tsx'
import { LevelBadges, RankImage } from './rank-images.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import styles from './celebration-sheet.module.css'
import { ContinueButton } from './continue-button.tsx'
import { PROGRESS_STRINGS } from './strings.ts'
import { usePassedMoments } from './use-moments.ts'

const SUMMARY_AT_MS = 3_000
const BUTTON_AT_MS = 4_000

type Props = { data: LevelReached; isOpen: boolean; onClose: () => void }

/** A new level: 3 s of celebration, then how far it is in the rank (product 2). Both lie in the same room. */
export function NewLevel({ data, isOpen, onClose }: Props) {
  const { level, rank, rank_number: rankNumber } = data
  const passed = usePassedMoments(SUMMARY_AT_MS, BUTTON_AT_MS)
  const isSummary = passed >= 1
  useEffect(() => {
    if (isSummary) announce(`${PROGRESS_STRINGS.progressingIn} ${rank}. ${PROGRESS_STRINGS.reached(level)}`)
  }, [isSummary, rank, level])
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={PROGRESS_STRINGS.congratulations} align="center" height="tall">
      <Halo>
        <span className={styles.picture} data-shown={!isSummary}>
          <img src={`/img/level-badge-xs-${level % 10}.png`} width={150} height={150} alt="" />
        </span>
        <span className={styles.picture} data-shown={isSummary}>
          <RankImage rankNumber={rankNumber} name={rank} size="var(--rank-width)" />
        </span>
      </Halo>
      <div className={styles.words}>
        <p className={styles.shout} data-shown={!isSummary}>
          {PROGRESS_STRINGS.newLevel}
        </p>
        <div className={styles.summary} data-shown={isSummary}>
          <p className={styles.line}>
            {PROGRESS_STRINGS.progressingIn} <b>{rank}</b>
          </p>
          <p className={styles.reached}>{PROGRESS_STRINGS.reached(level)}</p>
          <LevelBadges level={level} />
        </div>
      </div>
      <ContinueButton isShown={passed >= 2} onClick={onClose} />
    </Sheet>
  )
}
