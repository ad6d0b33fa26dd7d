import type { StageGame } from '@quizmaster/contract/http/stage'
import { useEffect } from 'react'
import { useConnectionTrouble } from '../../../platform/connection.ts'
import { useTimeLeft } from '../../../platform/server-clock.ts'
import { announce, announceNow } from '../../../ui/feedback/announce.tsx'
import { countdownSeconds } from '../countdown-seconds.ts'
import { useSound } from '../game-sounds.ts'
import { GAME_STRINGS } from '../strings.ts'
import { StagePill, StageStrip } from './stage-frame.tsx'
import styles from './stage-get-ready.module.css'
import { STAGE_STRINGS } from './strings.ts'

/** The countdown to the first question, dark in both themes; each number is announced. */
export function StageGetReady({ game }: { game: StageGame }) {
  const trouble = useConnectionTrouble()
  const count = countdownSeconds(useTimeLeft(game.phase_ends_at ?? 0))
  const isRelaxed = game.is_relaxed === true
  useEffect(() => announce(STAGE_STRINGS.getReady), [])
  useEffect(() => {
    if (isRelaxed) announce(GAME_STRINGS.relaxedTimeMeans)
  }, [isRelaxed])
  useEffect(() => announceNow(String(count)), [count])
  useSound('count', count)
  return (
    <div className={styles.screen} data-dusk>
      <StageStrip />
      {trouble !== null && (
        <p className={styles.trouble}>
          <StagePill>{STAGE_STRINGS.reconnecting}</StagePill>
        </p>
      )}
      <main>
        <h1>{STAGE_STRINGS.getReady}</h1>
        <div className={styles.number}>
          <b key={count}>{count}</b>
        </div>
        <p>{STAGE_STRINGS.facts(game.players.length, game.settings.question_count)}</p>
      </main>
    </div>
  )
}
