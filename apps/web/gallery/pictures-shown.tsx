import { Answers, AnswersSkeleton, type AnswerState, type ShownAnswer } from '../src/features/questions/answers.tsx'
import { Card } from '../src/ui/layout/card.tsx'
import { ErrorCard } from '../src/ui/feedback/error-card.tsx'
import * as icons from '../src/ui/graphics/icons.tsx'
import * as landingIcons from '../src/ui/graphics/always-loaded-icons.tsx'
import { LevelBadges, RankImage } from '../src/features/progress/rank-images.tsx'
import { ProgressBar } from '../src/ui/feedback/progress-bar.tsx'
import { LoadingRegion, Skeleton } from '../src/ui/feedback/skeleton.tsx'
import { StateScreen } from '../src/ui/feedback/state-screen.tsx'
import { TimerBar, TimerSeconds } from '../src/features/questions/timer.tsx'
import { WAYMARKS } from '../src/ui/graphics/waymark-shapes.ts'
import { WaymarkTile } from '../src/ui/graphics/waymark.tsx'
import styles from './gallery.module.css'
import { Row, Specimen } from './specimen.tsx'

const TEXTS = ['Rhine', 'Danube', 'Nile', 'Mekong'] as const
const LONG = [
  '1949, when the first prototype flew from Hatfield',
  '1952, on a de Havilland Comet operated by BOAC from London Heathrow',
  '1954',
  '1958, one week before the first transatlantic jet service began',
] as const

const ignore = () => undefined

function drawn(states: readonly AnswerState[]): ShownAnswer<number>[] {
  return TEXTS.map((text, index) => ({ id: index, text, state: states[index] ?? 'rest' }))
}

function AnswerStates() {
  return (
    <>
      <Specimen name="answers, rest">
        <Answers answers={drawn([])} onChoose={ignore} />
      </Specimen>
      <Specimen name="answers, pending">
        <Answers answers={drawn(['dim', 'pending', 'dim', 'dim'])} onChoose={ignore} />
      </Specimen>
      <Specimen name="answers, wrong">
        <Answers answers={drawn(['off', 'good', 'wrong', 'off'])} onChoose={ignore} />
      </Specimen>
      <Specimen name="answers, long">
        <Answers answers={LONG.map((text, index) => ({ id: index, text, state: 'rest' }))} onChoose={ignore} />
      </Specimen>
      <Specimen name="answers, loading">
        <AnswersSkeleton />
      </Specimen>
    </>
  )
}

function Progress() {
  return (
    <>
      <Specimen name="rank and badges">
        <Card>
          <Row>
            <RankImage rankNumber={3} name="Scout" />
            <RankImage rankNumber={0} name="" />
          </Row>
          <LevelBadges level={23} />
          <ProgressBar label="Points" value={620} max={1000} size="tall" />
        </Card>
      </Specimen>
      <Specimen name="timer">
        <TimerBar leftMs={17_000} totalMs={20_000} />
        <TimerSeconds leftMs={17_000} />
        <TimerBar leftMs={4000} totalMs={20_000} />
        <TimerSeconds leftMs={4000} />
      </Specimen>
      <Specimen name="waymarks">
        <Row>
          {WAYMARKS.map((shape) => (
            <WaymarkTile key={shape} shape={shape} />
          ))}
          <WaymarkTile shape="sun" size="large" />
        </Row>
      </Specimen>
    </>
  )
}

const COLORS = [
  'bg',
  'surface',
  'surface-2',
  'line',
  'ink',
  'brand',
  'blaze',
  'ok',
  'bad',
  'warn',
  'info',
  'gold',
] as const

/** All components that only show something. */
export function PicturesShown() {
  return (
    <>
      <AnswerStates />
      <Progress />
      <Specimen name="skeleton, error card, dashed card">
        <Card>
          <LoadingRegion>
            <Skeleton width="92%" height={26} />
            <Skeleton width="64%" height={26} />
          </LoadingRegion>
        </Card>
        <ErrorCard onRetry={ignore} note="Your progress is safe." />
        <Card edge="dashed">Matchmaking</Card>
      </Specimen>
      <Specimen name="state screen">
        <StateScreen picture="empty" title="No questions for choosen topics" />
      </Specimen>
      <Specimen name="icons">
        <Row>
          {Object.entries({ ...icons, ...landingIcons }).map(([name, Icon]) => (
            <span key={name} title={name}>
              <Icon />
            </span>
          ))}
        </Row>
      </Specimen>
      <Specimen name="colours">
        <div className={styles.colors}>
          {COLORS.map((color) => (
            <div key={color} className={styles.name}>
              <div className={styles.color} style={{ background: `var(--${color})` }} />
              {color}
            </div>
          ))}
        </div>
      </Specimen>
    </>
  )
}
