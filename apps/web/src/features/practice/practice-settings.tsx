import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page, PageTitle } from '../../ui/layout/page.tsx'
import { canContinue, journeyTopics } from './journey.ts'
import { PRACTICE_TOPICS, usePracticeState } from './practice-stores.ts'
import { ConfirmTopics, TopicPicker } from '../questions/topic-picker.tsx'
import { beginJourney, storedJourney } from './practice-stores.ts'
import { PRACTICE_SETTINGS_STRINGS } from './settings-strings.ts'
import { useTopicPicker } from '../questions/use-topic-picker.ts'

/**
 * The choice of topics for practice. The stored journey continues if it has exactly these; otherwise a new one starts.
 */
export function PracticeSettings() {
  const navigate = useNavigate()
  const picker = useTopicPicker(PRACTICE_TOPICS)
  const running = usePracticeState((state) => state.topics)
  const [position] = useState(() => storedJourney.load())

  const { choice } = picker
  const chosen = journeyTopics(choice)
  const continues = canContinue(chosen, running, position)

  function proceed() {
    if (chosen === undefined) return
    if (!continues) beginJourney(chosen)
    void navigate('/app/practice/play')
  }

  return (
    <>
      <Page>
        <BackLink to="/app/dashboard" />
        <PageTitle subtitle={PRACTICE_SETTINGS_STRINGS.subtitle}>{PRACTICE_SETTINGS_STRINGS.title}</PageTitle>
        <TopicPicker picker={picker} />
      </Page>
      <ConfirmTopics
        label={continues ? PRACTICE_SETTINGS_STRINGS.continue : PRACTICE_SETTINGS_STRINGS.start}
        amount={choice.all ? PRACTICE_SETTINGS_STRINGS.withoutLimits : String(choice.topics.length)}
        isShown={chosen !== undefined}
        onConfirm={proceed}
      />
    </>
  )
}
