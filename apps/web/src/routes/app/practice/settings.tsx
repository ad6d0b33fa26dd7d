import { PracticeTopics } from '../../../features/practice/practice-topics.tsx'

/** Choice of topics for a journey. */
export function PracticeSettings() {
  return <PracticeTopics backPath="/app/dashboard" playPath="/app/practice/play" />
}
