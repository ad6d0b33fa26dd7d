import type { Topic, TopicGroup } from '@quizmaster/contract/http/gameplay'
import { clsx } from 'clsx/lite'
import { TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { Waymark } from '../../ui/graphics/waymark.tsx'
import { WAYMARKS } from '../../ui/graphics/waymark-shapes.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TOPIC_STRINGS } from './topic-strings.ts'
import styles from './topic-groups.module.css'

type RowProps = {
  /** The groups; `undefined` while they load, empty if that failed. */
  groups: readonly TopicGroup[] | undefined
  /** The name of the group whose topics are shown; null for the mixed list. */
  current: string | null
  chosenIds: ReadonlySet<string>
  onSelect: (group: TopicGroup | null) => void
}

/** One row of buttons that filter the topics by group. The number on a button is that of its group's chosen topics. */
export function TopicGroupRow({ groups, current, chosenIds, onSelect }: RowProps) {
  if (groups === undefined) return <RowSkeleton />
  if (groups.length === 0) return null
  return (
    <fieldset className={styles.row}>
      <legend className="sr">{TOPIC_STRINGS.groups}</legend>
      <button type="button" className={styles.group} aria-current={current === null} onClick={() => onSelect(null)}>
        {TOPIC_STRINGS.mixed}
      </button>
      {groups.map((group) => {
        const chosenCount = group.topics.filter(({ id }) => chosenIds.has(id)).length
        return (
          <button
            key={group.name}
            type="button"
            className={styles.group}
            aria-current={current === group.name}
            aria-label={chosenCount > 0 ? TOPIC_STRINGS.groupChosen(group.name, chosenCount) : undefined}
            onClick={({ currentTarget: button }) => {
              onSelect(group)
              bringIntoView(button)
            }}
          >
            {group.name}
            {chosenCount > 0 && <span className={styles.count}>{chosenCount}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}

/** Scrolls the row sideways to centre the button, as far as the row's ends allow. */
function bringIntoView(button: HTMLElement): void {
  const row = button.parentElement
  if (row) row.scrollLeft = button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2
}

const SKELETON_WIDTHS_PX = [75, 84, 92, 132, 88]

function RowSkeleton() {
  return (
    <div className={styles.row} aria-hidden="true">
      {SKELETON_WIDTHS_PX.map((width) => (
        <Skeleton key={width} width={width} height={44} radius={14} />
      ))}
    </div>
  )
}

type WholeGroupProps = {
  name: string
  topics: readonly Topic[]
  chosenIds: ReadonlySet<string>
  /** How many more topics can be chosen. */
  room: number
  onToggle: () => void
}

/** The chip for a whole group: it selects or deselects all its topics. Unavailable if they don't all fit. */
export function WholeGroupChip({ name, topics, chosenIds, room, onToggle }: WholeGroupProps) {
  const isOn = topics.every(({ id }) => chosenIds.has(id))
  const isDisabled = !fits(topics, chosenIds, room)
  return (
    <button
      type="button"
      className={clsx(styles.whole, isOn && styles.on)}
      aria-pressed={isOn}
      aria-disabled={isDisabled || undefined}
      aria-label={TOPIC_STRINGS.allOfGroupLabel(name, topics.length)}
      onClick={isDisabled ? undefined : onToggle}
    >
      {isOn ? <TickIcon weight={3} /> : <FourWaymarks />}
      {TOPIC_STRINGS.allOfGroup(name)}
      <span className={styles.size}>{topics.length}</span>
    </button>
  )
}

/** Whether there is room for all topics that are not chosen yet. */
export function fits(topics: readonly Topic[], chosenIds: ReadonlySet<string>, room: number): boolean {
  return topics.filter(({ id }) => !chosenIds.has(id)).length <= room
}

function FourWaymarks() {
  return (
    <span className={styles.marks} aria-hidden="true">
      {WAYMARKS.map((shape) => (
        <Waymark key={shape} shape={shape} />
      ))}
    </span>
  )
}
