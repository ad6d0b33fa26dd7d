import type { Game } from '@quizmaster/contract/http/games'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { waymarkAt } from '../../ui/graphics/waymark-shapes.ts'
import { MIN_PLAYERS } from './game-facts.ts'
import { GAME_PATHS } from './game-routing.ts'
import { LobbyCard } from './lobby-card.tsx'
import styles from './lobby-topics.module.css'
import { GAME_STRINGS } from './strings.ts'
import { useTopicNames } from '../questions/topic-calls.ts'

/** What the game will be about and how long; without topics the host is led to choose some. */
export function LobbyTopics({ game, isByHost }: { game: Game; isByHost: boolean }) {
  const { topics, question_count } = game.settings
  return (
    <LobbyCard title={GAME_STRINGS.topics} count={topics.length > 0 ? GAME_STRINGS.questions(question_count) : null}>
      {topics.length > 0 ? <TopicNames ids={topics} /> : <NoTopics isByHost={isByHost} canStart={canStart(game)} />}
    </LobbyCard>
  )
}

function canStart(game: Game): boolean {
  return game.players.length >= MIN_PLAYERS
}

function NoTopics({ isByHost, canStart: isStartShown }: { isByHost: boolean; canStart: boolean }) {
  return (
    <div className={styles.none}>
      <p>{GAME_STRINGS.noTopics}</p>
      {isByHost && (
        // Only one orange button a screen: "Start game" has the colour once it is there.
        <Link to={GAME_PATHS.settings} className={buttonClass({ variant: isStartShown ? 'dark' : 'primary' })}>
          {GAME_STRINGS.chooseTopics}
        </Link>
      )}
    </div>
  )
}

function TopicNames({ ids }: { ids: Game['settings']['topics'] }) {
  const names = useTopicNames(true)
  if (!names) {
    return (
      <LoadingRegion className={styles.chips ?? ''}>
        {ids.map((id) => (
          <Skeleton key={id} width={112} height={36} radius={18} />
        ))}
      </LoadingRegion>
    )
  }
  const known = ids.flatMap((id) => names.get(id) ?? [])
  const unknownCount = ids.length - known.length
  return (
    <div className={styles.chips}>
      {known.map((name, index) => (
        <Chip key={name} shape={waymarkAt(index)}>
          {name}
        </Chip>
      ))}
      {unknownCount > 0 && <Chip>{`${known.length > 0 ? '+ ' : ''}${GAME_STRINGS.moreTopics(unknownCount)}`}</Chip>}
    </div>
  )
}
