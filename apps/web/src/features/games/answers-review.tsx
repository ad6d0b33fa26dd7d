import { FINISHED_KEPT_MS } from '@quizmaster/contract/limits'
import { useState } from 'react'
import { clsx } from 'clsx/lite'
import { serverNowMs } from '../../platform/server-clock.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { FlagIcon, ForwardIcon, ReturnIcon } from '../../ui/graphics/icons.tsx'
import { Line } from '../../ui/graphics/line-icon.tsx'
import { CrossIcon, TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { waymarkAt } from '../../ui/graphics/waymark-shapes.ts'
import { WaymarkTile } from '../../ui/graphics/waymark.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { openModal } from '../modals/modal-store.ts'
import styles from './answers-review.module.css'
import { ownPlayer } from './game.ts'
import { GAME_PATHS } from './game-routes.ts'
import { GameSkeleton } from './game-skeleton.tsx'
import { earnedPoints, type OwnAnswer, ownAnswers } from './own-answers.ts'
import { GAME_STRINGS } from './strings.ts'
import { ANSWERS_STRINGS } from './answers-strings.ts'
import { useGameOnScreen } from './use-game-navigation.ts'

/** The user's own answers in a finished game. `isReviewOn`: missed questions come back. */
export function GameAnswers({ isReviewOn }: { isReviewOn: boolean }) {
  const { game, userId } = useGameOnScreen('answers')
  if (!game) return <GameSkeleton />
  const answers = ownAnswers(game, userId)
  const points = game.state.points[ownPlayer(game, userId)?.id ?? ''] ?? 0
  return (
    <Page>
      <BackLink to={GAME_PATHS.results}>{GAME_STRINGS.results}</BackLink>
      <PageTitle>{ANSWERS_STRINGS.yourAnswers}</PageTitle>
      <div className={styles.columns}>
        <Card className={styles.sum}>
          <Figure value={ANSWERS_STRINGS.countOf(countRight(answers), answers.length)} label={ANSWERS_STRINGS.right} />
          <Figure value={points.toLocaleString('en')} label={ANSWERS_STRINGS.pointsInGame} />
          <Figure value={`+${earnedPoints(game, userId)}`} label={ANSWERS_STRINGS.forLevel} />
        </Card>
        <ol className={styles.list}>
          {answers.map((answer, index) => (
            <li key={answer.question.id}>
              <AnswerRow answer={answer} number={index + 1} comesBack={isReviewOn && answer.comesBack} />
            </li>
          ))}
        </ol>
      </div>
    </Page>
  )
}

/** The link from the results to the answers, with their total. */
export function AnswersLink({ game, userId }: Parameters<typeof AnswersSum>[0]) {
  if (ownAnswers(game, userId).length === 0) return null
  return (
    <Link to={GAME_PATHS.answers} className={styles.link}>
      <span>
        <b>{ANSWERS_STRINGS.yourAnswers}</b>
        <AnswersSum game={game} userId={userId} />
      </span>
      <ForwardIcon weight={2.4} />
    </Link>
  )
}

function AnswersSum({ game, userId }: { game: Parameters<typeof ownAnswers>[0]; userId: string | null }) {
  const answers = ownAnswers(game, userId)
  return <small>{ANSWERS_STRINGS.answersSum(countRight(answers), answers.length, earnedPoints(game, userId))}</small>
}

const countRight = (answers: readonly OwnAnswer[]) => answers.filter(({ isRight }) => isRight).length

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <b>{value}</b> <span>{label}</span>
    </div>
  )
}

type RowProps = { answer: OwnAnswer; number: number; comesBack: boolean }

/** Closed: the question and how its points were earned. Open: the chosen answer, the right answer, and why. */
function AnswerRow({ answer, number, comesBack }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { question, chosenIndex, rightIndex, isRight, description } = answer
  const chosen = chosenIndex === null ? undefined : question.answers[chosenIndex]
  return (
    <Card className={styles.card}>
      <h2>
        <button type="button" className={styles.row} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span className={clsx(styles.mark, isRight && styles.good)}>
            {isRight ? <TickIcon weight={3} /> : chosen ? <CrossIcon weight={3} /> : <MinusIcon />}
          </span>
          <span>
            <span className="sr">{`${ANSWERS_STRINGS.questionState(number, isRight)} `}</span>
            <span className={styles.question}>{question.text}</span>{' '}
            <span className={styles.how}>
              <b>{answer.points}:</b> {reasonOf(answer)}
            </span>
          </span>
          <span className={styles.chevron}>
            <ForwardIcon weight={2.4} />
          </span>
        </button>
      </h2>
      {isOpen && (
        <div className={styles.open}>
          <div className={styles.pair}>
            {!isRight && (
              <Choice
                label={ANSWERS_STRINGS.youChose}
                text={chosen?.text ?? ANSWERS_STRINGS.noAnswer}
                index={chosenIndex}
              />
            )}
            <Choice
              label={isRight ? ANSWERS_STRINGS.youChoseRight : ANSWERS_STRINGS.rightAnswer}
              text={question.answers[rightIndex]?.text ?? ''}
              index={rightIndex}
              isRight
            />
          </div>
          {description && <p className={styles.description}>{description}</p>}
          <div className={styles.foot}>
            {comesBack && (
              <span className={styles.comesBack}>
                <ReturnIcon weight={2.4} />
                {isSameDayAsGame() ? ANSWERS_STRINGS.comesBackTomorrow : ANSWERS_STRINGS.comesBackSoon}
              </span>
            )}
            <IconButton
              label={ANSWERS_STRINGS.report}
              icon={<FlagIcon />}
              size="small"
              onClick={() => openModal('reportComplaint', { gameQuestionIndex: answer.index })}
            />
          </div>
        </div>
      )}
    </Card>
  )
}

/** Whether the game is certain to have ended today; missed questions come back on the day after the game. */
function isSameDayAsGame(): boolean {
  const nowMs = serverNowMs()
  return new Date(nowMs - FINISHED_KEPT_MS).toDateString() === new Date(nowMs).toDateString()
}

type ChoiceProps = { label: string; text: string; index: number | null; isRight?: boolean }

function Choice({ label, text, index, isRight = false }: ChoiceProps) {
  return (
    <div className={clsx(styles.choice, isRight && styles.right)}>
      {index === null ? <span /> : <WaymarkTile shape={waymarkAt(index)} />}
      <span>
        <small>{label}</small> <b>{text}</b>
      </span>
      <span className={styles.verdict}>{isRight ? <TickIcon weight={3} /> : <CrossIcon weight={2.8} />}</span>
    </div>
  )
}

/** Why an answer earned its points. */
function reasonOf({ isRight, chosenIndex, timeMs, clock }: OwnAnswer): string {
  const isNone = chosenIndex === null
  if (clock === 'none') {
    if (isRight) return ANSWERS_STRINGS.right
    return isNone ? ANSWERS_STRINGS.noAnswerUntimed : ANSWERS_STRINGS.notRightUntimed
  }
  const seconds = (timeMs / 1000).toFixed(1)
  if (isRight) return ANSWERS_STRINGS.rightAfter(seconds)
  if (!isNone) return ANSWERS_STRINGS.notRightAfter(seconds)
  return clock === 'relaxed' ? ANSWERS_STRINGS.noAnswerInOwnTime : ANSWERS_STRINGS.noAnswerInTime
}

function MinusIcon() {
  return <Line weight={3} d="M6 12h12" />
}
