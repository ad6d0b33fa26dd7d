import type { Topic, TopicGroup } from '@quizmaster/contract/http/gameplay'
import { Button } from '../../ui/controls/button.tsx'
import { ToggleChip } from '../../ui/controls/chip.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TOPIC_STRINGS } from './topic-strings.ts'
import styles from './topic-picker.module.css'
import { fits, TopicGroupRow, WholeGroupChip } from './topic-groups.tsx'
import { NoTopicsFound } from './topic-suggestion.tsx'
import { TopicSearchRow, TopicTools } from './topic-search.tsx'
import type { TopicList } from './topics.ts'
import type { useTopicPicker } from './use-topic-picker.ts'

type Props = {
  picker: ReturnType<typeof useTopicPicker>
  /** Whether there is a switch for all topics. */
  hasAll?: boolean
}

/** The choice of topics: all of them, or by chip, by group or by search. `picker` holds the choice. */
export function TopicPicker({ picker, hasAll = true }: Props) {
  const { choice, group, list, room, search } = picker
  const chosenIds = new Set(choice.topics.map(({ id }) => id))
  return (
    <div className={styles.picker}>
      {hasAll ? (
        <TopicTools isAll={choice.all} onAllChange={picker.setAll} search={search} />
      ) : (
        <TopicSearchRow search={search} />
      )}
      {choice.all ? (
        <div className={styles.ridge} />
      ) : (
        <>
          <TopicGroupRow
            groups={picker.groups}
            current={group?.name ?? null}
            chosenIds={chosenIds}
            onSelect={picker.showGroup}
          />
          {group && !fits(group.topics, chosenIds, room) && (
            <p className={styles.reason}>{TOPIC_STRINGS.groupTooLarge(group.name, group.topics.length, room)}</p>
          )}
          <TopicChips
            list={list}
            searched={search.term}
            group={group}
            chosenIds={chosenIds}
            room={room}
            onToggle={picker.toggle}
            onToggleGroup={picker.toggleGroup}
          />
        </>
      )}
      <div className={styles.actions} hidden={list.status === 'loading' && !search.isOpen && !choice.all}>
        {picker.canLoadMore && (
          <Button size="small" isPending={picker.isLoadingMore} onClick={picker.loadMore}>
            {TOPIC_STRINGS.loadMore}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={picker.reset}>
          {TOPIC_STRINGS.reset}
        </Button>
      </div>
    </div>
  )
}

/** Typical widths of topics, so that the chips appear where the skeletons were. */
const SKELETON_WIDTHS_PX = [108, 138, 114, 102, 130, 98, 120, 104, 96, 134, 140, 112, 80, 118]

type ChipsProps = {
  list: TopicList
  /** The search term of the list; empty if it is not a search result. */
  searched: string
  /** The group whose topics are listed; null if the list is mixed or a search result. */
  group: TopicGroup | null
  chosenIds: ReadonlySet<string>
  /** How many more topics can be chosen; at 0 only chosen ones can be pressed. */
  room: number
  onToggle: (topic: Topic) => void
  onToggleGroup: (group: TopicGroup) => void
}

/** The topics to choose from, or in their place a skeleton, an error or a note. */
function TopicChips({ list, searched, group, chosenIds, room, onToggle, onToggleGroup }: ChipsProps) {
  if (list.status === 'loading') return <ChipSkeletons />
  if (list.status === 'failed') return <ErrorCard onRetry={list.retry} />
  if (list.topics.length === 0) return <NoTopicsFound key={searched} text={searched} />
  return (
    <fieldset className={styles.chips}>
      <legend className="sr">{group?.name ?? TOPIC_STRINGS.topics}</legend>
      {group && (
        <WholeGroupChip
          name={group.name}
          topics={group.topics}
          chosenIds={chosenIds}
          room={room}
          onToggle={() => onToggleGroup(group)}
        />
      )}
      {list.topics.map((topic) => (
        <ToggleChip
          key={topic.id}
          isOn={chosenIds.has(topic.id)}
          isDisabled={room <= 0 && !chosenIds.has(topic.id)}
          onToggle={() => onToggle(topic)}
        >
          {topic.text}
        </ToggleChip>
      ))}
    </fieldset>
  )
}

function ChipSkeletons() {
  return (
    <LoadingRegion>
      <div className={styles.chips}>
        {SKELETON_WIDTHS_PX.map((width) => (
          <Skeleton key={width} width={width} height={44} radius={22} />
        ))}
      </div>
    </LoadingRegion>
  )
}

type ConfirmProps = {
  label: string
  /** Shown beside the label, such as the number of topics. */
  amount: string
  /** If false, the button is invisible but keeps its space. */
  isShown: boolean
  isPending?: boolean
  onConfirm: () => void
}

/** The button that confirms the choice, at the bottom of the screen. */
export function ConfirmTopics({ label, amount, isShown, isPending = false, onConfirm }: ConfirmProps) {
  return (
    <div className={styles.dock} data-shown={isShown}>
      <Button variant="primary" block count={amount} isPending={isPending} onClick={onConfirm}>
        {`${label} `}
      </Button>
    </div>
  )
}
