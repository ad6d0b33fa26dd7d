import { ANSWER_MS, currentQuestion } from '../../../features/games/game-facts.ts'
import { useShownGame } from '../../../features/games/use-shown-game.ts'
import { QuestionCardSkeleton } from '../../../features/questions/question-card.tsx'
import { AnswersSkeleton } from '../../../features/questions/answers.tsx'
import { QuestionMain, QuestionLayout } from '../../../features/questions/question-layout.tsx'
import { TimerBar } from '../../../features/games/timer.tsx'
import { GameStage } from './game-stage.tsx'
import styles from './play.module.css'

/** The question that is open, then how it went; a skeleton until there is one (contract 8). */
export function GamePlay() {
  const { game, userId } = useShownGame('play')
  const question = game ? currentQuestion(game) : null
  return (
    <QuestionMain>
      {game && question ? (
        <GameStage key={question.id} game={game} userId={userId} question={question} />
      ) : (
        <PlaySkeleton />
      )}
    </QuestionMain>
  )
}

function PlaySkeleton() {
  return (
    <QuestionLayout timer={<TimerBar leftMs={0} totalMs={ANSWER_MS} />} isLoading>
      <QuestionCardSkeleton />
      <AnswersSkeleton />
      <p className={styles.line} />
    </QuestionLayout>
  )
}
