import { useQuestionPhase } from '../../platform/question-gate.ts'
import { AnswersSkeleton } from '../../ui/answers.tsx'
import { LoadingRegion, Skeleton } from '../../ui/skeleton.tsx'
import { DockTrail } from './play-dock.tsx'
import dockStyles from './play-dock.module.css'
import styles from './play-stage.module.css'
import cardStyles from './question-card.module.css'

/** The play screen before its first question, each part where it will be. */
export function PlaySkeleton() {
  // A question is about to stand here.
  useQuestionPhase('open')
  return (
    <LoadingRegion className={styles.stage ?? ''}>
      <div className={cardStyles.card}>
        <Skeleton width={96} height={36} radius={18} />
        <div className={cardStyles.lines}>
          <Skeleton width="92%" height={26} />
          <Skeleton width="64%" height={26} />
        </div>
      </div>
      <AnswersSkeleton />
      <div className={dockStyles.dock}>
        <span />
        <DockTrail />
      </div>
    </LoadingRegion>
  )
}
