import { useActiveGame } from '../../../features/games/active-game.ts'
import { currentQuestion } from '../../../features/games/game-facts.ts'
import { AnswersSkeleton } from '../../../ui/answers.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { LoadingRegion, Skeleton } from '../../../ui/skeleton.tsx'
import { GameStage } from './game-stage.tsx'
import styles from './play.module.css'

/** The question that is open, then how it went; a skeleton until there is one (contract 8). */
export function GamePlay() {
  const { game, userId } = useActiveGame()
  const question = game ? currentQuestion(game) : null
  return (
    <main className={styles.screen} id="content" tabIndex={-1}>
      {game && question ? (
        <GameStage key={question.id} game={game} userId={userId} question={question} />
      ) : (
        <PlaySkeleton />
      )}
    </main>
  )
}

function PlaySkeleton() {
  return (
    <>
      <div className={styles.track} />
      <div className={styles.box}>
        <LoadingRegion className={classNames(styles.stage)}>
          <div className={styles.card}>
            <Skeleton width={96} height={36} radius={18} />
            <Skeleton width="92%" height={26} />
            <Skeleton width="64%" height={26} />
          </div>
          <AnswersSkeleton />
          <p className={styles.line} />
        </LoadingRegion>
      </div>
    </>
  )
}
