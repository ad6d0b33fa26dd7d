import { gameplayEndpoints } from '@quizmaster/contract/http/gameplay'
import { generateRealtimeToken, type RealtimeTokenDeps } from '../../features/accounts/realtime-tokens.ts'
import { countDue } from '../../features/answers/due-questions.ts'
import { drawForReview, drawQuestions, type PracticeDeps, verifyAnswer } from '../../features/questions/practice.ts'
import { suggestTopic, type TopicSuggestionDeps } from '../../features/questions/topic-suggestions.ts'
import { listRandomTopics, listTopicGroups, searchTopics } from '../../features/questions/topics.ts'
import { type Metrics, timeAnswer } from '../../infra/metrics.ts'
import type { Route } from '../route.ts'

/** Topics, practice questions, and tokens for the gameplay socket. */
export function questionRoutes(
  route: Route,
  deps: PracticeDeps & RealtimeTokenDeps & TopicSuggestionDeps & { metrics: Metrics },
): void {
  route(gameplayEndpoints.generateToken, async ({ session }) => ({
    token: generateRealtimeToken(deps, 'gameplay', session),
  }))
  route(gameplayEndpoints.randomTopics, async ({ query }) => ({ data: await listRandomTopics(deps, query.count) }), {
    isCompressed: true,
  })
  route(gameplayEndpoints.searchTopics, async ({ query }) => ({
    data: await searchTopics(deps.bank, query.search, query.count),
  }))
  route(gameplayEndpoints.topicGroups, async () => ({ data: await listTopicGroups(deps.bank) }))
  route(gameplayEndpoints.suggestTopic, async ({ session, body }) => ({
    data: { is_new: await suggestTopic(deps, session.userId, body.text) },
  }))
  route(
    gameplayEndpoints.randomQuestions,
    async ({ session, body }) => ({
      data: await drawQuestions(deps, {
        userId: session?.userId ?? null,
        topicIds: body.topics,
        count: body.count,
      }),
    }),
    { isCompressed: true },
  )
  route(
    gameplayEndpoints.reviewQuestions,
    async ({ session, body }) => ({ data: await drawForReview(deps, session.userId, body.topic) }),
    { isCompressed: true },
  )
  route(gameplayEndpoints.countDue, async ({ session }) => ({ data: { count: await countDue(deps, session.userId) } }))
  route(gameplayEndpoints.verifyAnswer, async ({ session, body }) => ({
    data: await timeAnswer(deps.metrics, 'practice', () => verifyAnswer(deps, session?.userId ?? null, body)),
  }))
}
