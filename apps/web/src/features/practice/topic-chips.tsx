import type { Topic } from '@quizmaster/contract/http/gameplay'
import { ToggleChip } from '../../ui/controls/chip.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PRACTICE_STRINGS } from './strings.ts'
import styles from './topic-chips.module.css'
import type { TopicList } from './topic-list.ts'

/** As long as topics are, so that the chips come where the blocks were. */
const SKELETON_WIDTHS_PX = [108, 138, 114, 102, 130, 98, 120, 104, 96, 134, 140, 112, 80, 118]

type Props = {
  list: TopicList
  chosenIds: ReadonlySet<string>
  /** No more can be chosen: only the chosen ones can be pressed. */
  isFull?: boolean
  onToggle: (topic: Topic) => void
}

/** The topics to choose from, or what stands in their place while there are none. */
export function TopicChips({ list, chosenIds, isFull = false, onToggle }: Props) {
  if (list.status === 'loading') return <ChipSkeletons />
  if (list.status === 'failed') return <ErrorCard onRetry={list.retry} />
  if (list.topics.length === 0) return <p className={styles.none}>{PRACTICE_STRINGS.noTopics}</p>
  return (
    <fieldset className={styles.chips}>
      <legend className="sr">{PRACTICE_STRINGS.topics}</legend>
      {list.topics.map((topic) => (
        <ToggleChip
          key={topic.id}
          isOn={chosenIds.has(topic.id)}
          isDisabled={isFull && !chosenIds.has(topic.id)}
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
