import type { Topic } from '@quizmaster/contract/http/gameplay'
import { queryClient } from '../../../platform/query-client.ts'
import { beginReview } from '../../../features/practice/review-journey.ts'
import { type Action, useAction } from '../../../platform/use-action.ts'
import { showFailure } from '../../../ui/feedback/show-failure.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { DASHBOARD_STRINGS } from './strings.ts'

/** Begins a journey with the missed questions of a topic or, with null, with those that are due. */
export function useReview(onBegun: () => void): Action<Topic['id'] | null> {
  return useAction((topicId: Topic['id'] | null) => beginReview(topicId), {
    onDone: (hasQuestions) => {
      if (hasQuestions) return onBegun()
      // The questions were answered on another device.
      showToast({ type: 'info', title: DASHBOARD_STRINGS.nothingDue, message: DASHBOARD_STRINGS.nothingDueMessage })
      void queryClient.invalidateQueries({ queryKey: ['due_count'] })
    },
    onFailure: (error) => showFailure(DASHBOARD_STRINGS.failed, error),
  })
}
