import { Button } from '../../ui/button.tsx'
import { PRACTICE_STRINGS } from './strings.ts'
import { TopicChips } from './topic-chips.tsx'
import styles from './topic-picker.module.css'
import { TopicTools } from './topic-tools.tsx'
import type { useTopicPicker } from './use-topic-picker.ts'

/** Where topics are chosen: all of them, by chips, by searching (spec 2). What is chosen comes and goes by `picker`. */
export function TopicPicker({ picker }: { picker: ReturnType<typeof useTopicPicker> }) {
  const { choice, list, search } = picker
  return (
    <div className={styles.picker}>
      <TopicTools isAll={choice.all} onAllChange={picker.setAll} search={search} />
      {choice.all ? (
        <div className={styles.ridge} />
      ) : (
        <TopicChips list={list} chosenIds={new Set(choice.topics.map(({ id }) => id))} onToggle={picker.toggle} />
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
