import { Button } from '../../ui/controls/button.tsx'
import { PRACTICE_STRINGS } from './strings.ts'
import { TopicChips } from './topic-chips.tsx'
import styles from './topic-picker.module.css'
import { TopicSearchRow, TopicTools } from './topic-tools.tsx'
import type { useTopicPicker } from './use-topic-picker.ts'

type Props = {
  picker: ReturnType<typeof useTopicPicker>
  /** Whether all topics can be taken at once. */
  hasAll?: boolean
}

/** Where topics are chosen: all of them, by chips, by searching (spec 2). What is chosen comes and goes by `picker`. */
export function TopicPicker({ picker, hasAll = true }: Props) {
  const { choice, list, search } = picker
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
        <TopicChips
          list={list}
          chosenIds={new Set(choice.topics.map(({ id }) => id))}
          isFull={picker.isFull}
          onToggle={picker.toggle}
        />
      )}
      <div className={styles.actions} hidden={list.status === 'loading' && !search.isOpen && !choice.all}>
        {picker.canLoadMore && (
          <Button size="small" isPending={picker.isLoadingMore} onClick={picker.loadMore}>
            {PRACTICE_STRINGS.loadMore}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={picker.reset}>
          {PRACTICE_STRINGS.reset}
        </Button>
      </div>
    </div>
  )
}
