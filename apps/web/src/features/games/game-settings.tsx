import type { Topic } from '@quizmaster/contract/http/gameplay'
import type { Game } from '@quizmaster/contract/http/games'
import type { TopicId } from '@quizmaster/contract/ids'
import { MAX_TOPICS } from '@quizmaster/contract/limits'
import { useState } from 'react'
import { createStore } from 'zustand'
import { useAction } from '../../platform/use-action.ts'
import { useNavigateWhileMounted } from '../../platform/navigation.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { useTopicNames } from '../questions/topic-calls.ts'
import { ConfirmTopics, TopicPicker } from '../questions/topic-picker.tsx'
import type { ShownTopics, TopicChoice, TopicStores } from '../questions/topics.ts'
import { useTopicPicker } from '../questions/use-topic-picker.ts'
import { useCurrentGame } from './current-game.ts'
import { saveSettings, showGameFailure } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import styles from './game-settings.module.css'
import { GameSkeleton } from './game-skeleton.tsx'
import { GAME_STRINGS } from './strings.ts'

const QUESTION_COUNTS = [5, 10, 15, 20, 30]

/** The topics and the question count of a game. A game knows only ids, so the names are fetched first. */
export function GameSettings() {
  const game = useCurrentGame((state) => state.game)
  return game ? <SettingsOf key={game.id} settings={game.settings} /> : <GameSkeleton />
}

function SettingsOf({ settings }: { settings: Game['settings'] }) {
  // The initial value is kept: the update after the first topics are saved must not replace the form.
  const [hasTopics] = useState(settings.topics.length > 0)
  const names = useTopicNames(hasTopics)
  return names ? <SettingsForm settings={settings} names={names} /> : <GameSkeleton />
}

type Props = { settings: Game['settings']; names: ReadonlyMap<TopicId, string> }

function SettingsForm({ settings, names }: Props) {
  const navigate = useNavigateWhileMounted()
  const [stores] = useState(() => createTopicStores(settings.topics, names))
  const [questionCount, setQuestionCount] = useState(settings.question_count)
  const picker = useTopicPicker(stores, MAX_TOPICS)
  const { topics } = picker.choice
  const wasTimed = settings.has_clock !== false
  const [isTimed, setIsTimed] = useState(wasTimed)
  const wasWatchable = settings.is_watchable !== false
  const [isWatchable, setIsWatchable] = useState(wasWatchable)
  const save = useAction(
    () =>
      saveSettings({
        topics: topics.map(({ id }) => id),
        question_count: questionCount,
        ...(isTimed === wasTimed ? {} : { has_clock: isTimed }),
        ...(isWatchable === wasWatchable ? {} : { is_watchable: isWatchable }),
      }),
    {
      onDone: () => navigate(GAME_PATHS.lobby),
      onFailure: showGameFailure,
    },
  )
  return (
    <>
      <Page>
        <BackLink to={GAME_PATHS.lobby} />
        <PageTitle subtitle={GAME_STRINGS.topicLimit}>{GAME_STRINGS.settingsTitle}</PageTitle>
        <QuestionCount value={questionCount} onChange={setQuestionCount} />
        <Card className={styles.rules}>
          <Clock isTimed={isTimed} onChange={setIsTimed} />
          <Switch
            label={GAME_STRINGS.latecomers}
            note={GAME_STRINGS.latecomersNote}
            isOn={isWatchable}
            onChange={setIsWatchable}
          />
        </Card>
        <TopicPicker picker={picker} hasAll={false} />
      </Page>
      <ConfirmTopics
        label={GAME_STRINGS.save}
        amount={String(topics.length)}
        isShown={topics.length > 0}
        isPending={save.isPending}
        onConfirm={() => save.run()}
      />
    </>
  )
}

/** Stores for this form only, so that the topics for practice don't change. */
function createTopicStores(ids: readonly TopicId[], names: ReadonlyMap<TopicId, string>): TopicStores {
  // A topic without a known name stays chosen and visible, so that it can be deselected.
  const topics: Topic[] = ids.map((id) => ({ id, text: names.get(id) ?? GAME_STRINGS.moreTopics(1) }))
  return {
    choice: createStore<TopicChoice>(() => ({ topics, all: false })),
    shown: createStore<ShownTopics>(() => ({ topics: [] })),
  }
}

/** The choice of the question count. A saved count that was lowered because of the topics is one of the choices. */
function QuestionCount({ value, onChange }: { value: number; onChange: (count: number) => void }) {
  const [saved] = useState(value)
  const counts = [
    ...QUESTION_COUNTS.filter((count) => count < saved),
    saved,
    ...QUESTION_COUNTS.filter((count) => count > saved),
  ]
  return (
    <Card className={styles.count}>
      <h2 aria-hidden="true">{GAME_STRINGS.questionCount}</h2>
      <Segmented
        label={GAME_STRINGS.questionCount}
        segments={counts.map((count) => ({ value: String(count), label: String(count) }))}
        value={String(value)}
        onChange={(count) => onChange(Number(count))}
      />
    </Card>
  )
}

/** Whether the game has a clock. Players set their own time to answer; the host does not. */
function Clock({ isTimed, onChange }: { isTimed: boolean; onChange: (isTimed: boolean) => void }) {
  return (
    <div className={styles.count}>
      <div>
        <h2 aria-hidden="true">{GAME_STRINGS.clock}</h2>
        <p className={styles.fine} id="no-clock-text">
          {GAME_STRINGS.noClockText}
        </p>
      </div>
      <Segmented
        label={GAME_STRINGS.clock}
        describedBy="no-clock-text"
        segments={[
          { value: 'usual', label: GAME_STRINGS.usualClock },
          { value: 'none', label: GAME_STRINGS.noClock },
        ]}
        value={isTimed ? 'usual' : 'none'}
        onChange={(value) => onChange(value === 'usual')}
      />
    </div>
  )
}
