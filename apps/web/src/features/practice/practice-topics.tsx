import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { canContinue, journeyTopics } from './journey.ts'
import { PRACTICE_TOPICS, usePracticeState } from './practice-stores.ts'
import { ConfirmTopics, TopicPicker } from '../questions/topic-picker.tsx'
import { beginJourney, storedJourney } from './stored-journey.ts'
import { PRACTICE_STRINGS } from './strings.ts'
import { useTopicPicker } from '../questions/use-topic-picker.ts'

type Props = { backPath: string; playPath: string }

/** Topics of a journey and the way into it: it goes on, or starts anew when the topics are others (contract 8). */
export function PracticeTopics({ backPath, playPath }: Props) {
  const navigate = useNavigate()
  const picker = useTopicPicker(PRACTICE_TOPICS)
  const running = usePracticeState((state) => state.topics)
  const [place] = useState(() => storedJourney.load())

  const { choice } = picker
  const chosen = journeyTopics(choice)
  const goesOn = canContinue(chosen, running, place)

  function proceed() {
    if (chosen === undefined) return
    if (!goesOn) beginJourney(chosen)
    void navigate(playPath)
  }

  return (
    <>
      <Page>
        <BackLink to={backPath} />
        <PageTitle subtitle={PRACTICE_STRINGS.settingsSubtitle}>{PRACTICE_STRINGS.settingsTitle}</PageTitle>
        <TopicPicker picker={picker} />
      </Page>
      <ConfirmTopics
        label={goesOn ? PRACTICE_STRINGS.continue : PRACTICE_STRINGS.start}
        amount={choice.all ? PRACTICE_STRINGS.withoutLimits : String(choice.topics.length)}
        isShown={chosen !== undefined}
        onConfirm={proceed}
      />
    </>
  )
}
