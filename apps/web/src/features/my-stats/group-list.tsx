import type { MyStats, TopicStats } from '@quizmaster/contract/http/stats'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ForwardIcon, ReturnIcon } from '../../ui/graphics/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { hasBand, isWeak, type Share } from './band.ts'
import { CellKey, RulerKey } from './chart-keys.tsx'
import styles from './group-list.module.css'
import { Cells, Ruler } from './ruler.tsx'
import { STATS_STRINGS } from './strings.ts'
import { sumOf } from './sums.ts'

type Group = MyStats['groups'][number]

type Props = {
  stats: MyStats
  /** Starts a journey with the questions of a topic that the player does not know yet. */
  onAsk: (topic: TopicStats) => void
  /** The topic whose questions are being fetched. */
  askingId: string | null
}

/** The groups of topics, most seen first; one is open at a time. */
export function GroupList({ stats, onAsk, askingId }: Props) {
  const [openName, setOpenName] = useState<string | null>(null)
  const groups = stats.groups.toSorted((one, other) => sumOf(other.topics).seen - sumOf(one.topics).seen)
  const hasBands = groups.some((group) => hasBand(sumOf(group.topics)))
  return (
    <Card className={styles.card} aria-labelledby="stats-groups">
      <div className={styles.head}>
        <h2 className={styles.title} id="stats-groups">
          {STATS_STRINGS.groups}
        </h2>
        <RulerKey hasBands={hasBands} />
      </div>
      <ul>
        {groups.map((group) => (
          <li key={group.name} className={styles.group}>
            <GroupRow
              group={group}
              usual={stats.usual}
              isOpen={openName === group.name}
              onToggle={() => setOpenName(openName === group.name ? null : group.name)}
            />
            {openName === group.name && (
              <TopicList group={group} usual={stats.usual} onAsk={onAsk} askingId={askingId} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { group: Group; usual: Share; isOpen: boolean; onToggle: () => void }

function GroupRow({ group, usual, isOpen, onToggle }: RowProps) {
  const sum = sumOf(group.topics)
  const weakCount = group.topics.filter((topic) => isWeak(topic, usual)).length
  const [first] = group.topics
  const name = group.name || STATS_STRINGS.otherTopics
  const words = hasBand(sum) ? STATS_STRINGS.likely(sum) : STATS_STRINGS.rightOf(sum)
  const seen = STATS_STRINGS.seenOf(sum.seen, group.question_count)
  const aloud = [name, words, seen, ...(weakCount > 0 ? [STATS_STRINGS.worth(weakCount)] : [])].join(', ')
  return (
    <button type="button" className={styles.row} aria-expanded={isOpen} aria-label={aloud} onClick={onToggle}>
      <span className={styles.name}>{name}</span>
      <span className={styles.words}>{words}</span>
      <span className={styles.chevron}>
        <ForwardIcon weight={2.4} />
      </span>
      <span className={styles.second}>
        <span className={styles.seen}>{seen}</span>
        {weakCount > 0 && (
          <span className={styles.look}>
            <ReturnIcon weight={2.4} />
            {STATS_STRINGS.worth(weakCount)}
          </span>
        )}
      </span>
      <span className={styles.ruler}>
        <Ruler {...sum} usual={usual} results={group.topics.length === 1 ? first?.results : undefined} />
      </span>
    </button>
  )
}

type ListProps = { group: Group; usual: Share; onAsk: (topic: TopicStats) => void; askingId: string | null }

/** The topics of a group, weak spots first, then by name. */
function TopicList({ group, usual, onAsk, askingId }: ListProps) {
  const topics = group.topics.toSorted(
    (one, other) =>
      Number(isWeak(other, usual)) - Number(isWeak(one, usual)) || one.text.localeCompare(other.text, 'en'),
  )
  return (
    <div className={styles.topics}>
      <CellKey />
      <ul>
        {topics.map((topic) => (
          <Topic key={topic.id} topic={topic} usual={usual} onAsk={onAsk} isAsking={askingId === topic.id} />
        ))}
      </ul>
    </div>
  )
}

type TopicProps = { topic: TopicStats; usual: Share; onAsk: (topic: TopicStats) => void; isAsking: boolean }

function Topic({ topic, usual, onAsk, isAsking }: TopicProps) {
  const isSpot = isWeak(topic, usual)
  const known = topic.seen - topic.learning
  const unseen = topic.question_count - topic.seen
  return (
    <li className={styles.topic}>
      <b>{topic.text}</b>
      <span className={styles.words}>
        <span aria-hidden="true">{STATS_STRINGS.likely(topic)}</span>
        <span className="sr">{`, ${STATS_STRINGS.rightOf(topic)}, ${STATS_STRINGS.likelyAloud(topic)}, `}</span>
      </span>
      <span className={styles.right} aria-hidden="true">
        {STATS_STRINGS.rightOf(topic)}
      </span>
      <span className={styles.ruler}>
        <Ruler seen={topic.seen} right={topic.right} usual={usual} results={topic.results} grows />
      </span>
      <span className={styles.cells}>
        <Cells known={known} learning={topic.learning} total={topic.question_count} />
      </span>
      <span className={styles.parts}>
        <span aria-hidden="true">{STATS_STRINGS.parts(known, topic.learning, unseen)}</span>
        <span className="sr">{STATS_STRINGS.partsAloud(known, topic.learning, unseen)}</span>
      </span>
      {isSpot && (
        <div className={styles.ask}>
          <span className={styles.look}>
            <ReturnIcon weight={2.4} />
            {STATS_STRINGS.worthAnotherLook}
          </span>
          <Button
            size="small"
            isPending={isAsking}
            aria-label={STATS_STRINGS.askMeTheseOf(topic.text, Math.max(topic.learning, topic.seen - topic.right))}
            onClick={() => onAsk(topic)}
          >
            {STATS_STRINGS.askMeThese}
          </Button>
        </div>
      )}
    </li>
  )
}
