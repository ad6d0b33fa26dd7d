import type { LevelReached } from '@quizmaster/contract/channels/user-stats'
import { clsx } from 'clsx/lite'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { Halo } from '../../ui/graphics/halo.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import styles from './celebration-sheets.module.css'
import { LevelBadges, RankImage } from './rank-images.tsx'
import { PROGRESS_STRINGS } from './strings.ts'

// Times since the sheet opened.
const SUMMARY_AT_MS = 3_000
const LEVEL_BUTTON_AT_MS = 4_000
const SWAP_AT_MS = 2_200
const FIRST_RANK_BUTTON_AT_MS = 4_000
const RANK_BUTTON_AT_MS = 5_000

type Props = { data: LevelReached; isOpen: boolean; onClose: () => void }

/** A new level: 3 s of celebration, then the position of the level in the rank, in the same space. */
export function NewLevel({ data, isOpen, onClose }: Props) {
  const { level, rank, rank_number: rankNumber } = data
  const passed = usePassedCount(SUMMARY_AT_MS, LEVEL_BUTTON_AT_MS)
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

/** A new rank: after 2.2 s its patch replaces the old one or, for the first rank, the empty ring. */
export function NewRank({ data, isOpen, onClose }: Props) {
  const { level, rank, rank_number: rankNumber } = data
  const isFirst = rankNumber === 1
  const passed = usePassedCount(SWAP_AT_MS, isFirst ? FIRST_RANK_BUTTON_AT_MS : RANK_BUTTON_AT_MS)
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

/** "Continue journey" in the space reserved for it. When it appears, it takes the focus unless a button has it. */
function ContinueButton({ isShown, onClick }: { isShown: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown && !(document.activeElement instanceof HTMLButtonElement)) button.current?.focus()
  }, [isShown])
  return (
    <div className={styles.room}>
      {isShown && (
        <Button ref={button} className={styles.button} variant="primary" block onClick={onClick}>
          {PROGRESS_STRINGS.continue}
        </Button>
      )}
    </div>
  )
}

/** How many of the given times, in ascending ms since the first render, have passed. */
function usePassedCount(...momentsMs: readonly number[]): number {
  const [passed, setPassed] = useState(0)
  const key = momentsMs.join()
  useEffect(() => {
    const timers = key.split(',').map((ms, index) => setTimeout(() => setPassed(index + 1), Number(ms)))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [key])
  return passed
}
