import type { AdItem } from '@quizmaster/contract/http/ads'
import type { AuditEntry } from '@quizmaster/contract/http/admin'
import type { PlayerAccount } from '@quizmaster/contract/http/admin-players'
import type {
  ComplainedQuestion,
  AdminQuestion,
  RatedQuestion,
  RatingFinding,
  TopicSuggestion,
} from '@quizmaster/contract/http/admin-questions'
import type { SecondFactorState } from '@quizmaster/contract/http/second-factor'
import type { Route } from '@quizmaster/contract/routes/route'
import type { PriceId } from '@quizmaster/contract/http/payments'
import { adminApi } from '@quizmaster/contract/routes/admin'
import { adsApi } from '@quizmaster/contract/routes/user'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import type { BodyOf } from '@quizmaster/contract/http/endpoints'
import { call, dataOf } from '../../platform/http.ts'

export type ComplaintStatus = 'open' | 'resolved'
export type QuestionState = 'any' | 'held' | 'withdrawn' | 'edited' | 'conflict'
/** An action on a question that takes no input. */
export type QuestionAction = 'resolve' | 'revert' | 'withdraw' | 'restore'
/** The new content of a question. */
export type QuestionEdit = BodyOf<typeof adminApi.editQuestion>
export type Flag = { name: string; is_enabled: boolean; is_overridden: boolean }

/** One page of complaints, with the counts of all open ones. */
export interface ComplaintPage {
  questions: ComplainedQuestion[]
  open_question_count: number
  open_complaint_count: number
  has_more: boolean
}

/** One page of questions whose answers suggest that they need a review. */
export interface RatingPage {
  questions: RatedQuestion[]
  has_more: boolean
}

/** One page of topics that players suggest. */
export interface SuggestionPage {
  suggestions: TopicSuggestion[]
  has_more: boolean
}

/** One page of the audit log. */
export interface AuditPage {
  entries: AuditEntry[]
  has_more: boolean
}

const ACTION_ROUTES = {
  resolve: adminApi.resolveComplaints,
  revert: adminApi.revertQuestion,
  withdraw: adminApi.withdrawQuestion,
  restore: adminApi.restoreQuestion,
} as const satisfies Record<QuestionAction, Route>

export async function fetchComplaints(
  status: ComplaintStatus,
  page: number,
  signal: AbortSignal,
): Promise<ComplaintPage> {
  return dataOf(await call(adminApi.listComplaints, { status, page }, { signal }))
}

export async function fetchQuestions(
  search: string,
  state: QuestionState,
  signal: AbortSignal,
): Promise<AdminQuestion[]> {
  return dataOf(await call(adminApi.findQuestions, { search, state }, { signal }))
}

export async function fetchRatings(finding: RatingFinding, page: number, signal: AbortSignal): Promise<RatingPage> {
  return dataOf(await call(adminApi.listRatings, { finding, page }, { signal }))
}

export async function runQuestionAction(action: QuestionAction, id: QuestionId): Promise<AdminQuestion> {
  return dataOf(await call(ACTION_ROUTES[action], undefined, { params: { id } }))
}

export async function editQuestion(id: QuestionId, edit: QuestionEdit): Promise<AdminQuestion> {
  return dataOf(await call(adminApi.editQuestion, edit, { params: { id } }))
}

export async function fetchFlags(signal: AbortSignal): Promise<Flag[]> {
  return dataOf(await call(adminApi.listFlags, undefined, { signal }))
}

export async function setFlag(name: string, isEnabled: boolean): Promise<Flag[]> {
  return dataOf(await call(adminApi.setFlag, { name, is_enabled: isEnabled }))
}

export async function fetchAds(signal: AbortSignal): Promise<AdItem[]> {
  return dataOf(await call(adsApi.listAds, undefined, { signal }))
}

export async function saveAds(ads: AdItem[]): Promise<AdItem[]> {
  return dataOf(await call(adminApi.setAds, { ads }))
}

/** The account with this e-mail address; null if there is none. */
export async function findPlayer(email: string): Promise<PlayerAccount | null> {
  return dataOf(await call(adminApi.findUser, { email }))
}

export async function grantLegend(id: UserId, plan: PriceId): Promise<PlayerAccount> {
  return dataOf(await call(adminApi.grantLegend, { plan }, { params: { id } }))
}

export async function endLegend(id: UserId): Promise<PlayerAccount> {
  return dataOf(await call(adminApi.endLegend, undefined, { params: { id } }))
}

export async function resetName(id: UserId): Promise<PlayerAccount> {
  return dataOf(await call(adminApi.resetName, undefined, { params: { id } }))
}

/** Reverses everything that an account has reported. */
export async function reverseComplaints(id: UserId): Promise<PlayerAccount> {
  return dataOf(await call(adminApi.reverseComplaints, undefined, { params: { id } }))
}

export async function fetchTopicSuggestions(page: number, signal: AbortSignal): Promise<SuggestionPage> {
  return dataOf(await call(adminApi.listTopicSuggestions, { page }, { signal }))
}

/** Removes a suggested topic for all who suggested it. */
export async function removeTopicSuggestion(text: string): Promise<void> {
  await call(adminApi.removeTopicSuggestion, { text })
}

export async function fetchAudit(page: number, signal: AbortSignal): Promise<AuditPage> {
  return dataOf(await call(adminApi.listAudit, { page }, { signal }))
}

export async function fetchSecondFactor(signal: AbortSignal): Promise<SecondFactorState> {
  return dataOf(await call(adminApi.getSecondFactor, undefined, { signal }))
}

/** A new secret, as text and as an address for the authenticator app. */
export async function beginSecondFactor(): Promise<{ secret: string; url: string }> {
  return dataOf(await call(adminApi.beginSecondFactor))
}

/** Switches the second factor on; returns the recovery codes. */
export async function enableSecondFactor(code: string): Promise<string[]> {
  return dataOf(await call(adminApi.enableSecondFactor, { code })).recovery_codes
}

export async function confirmSecondFactor(code: string): Promise<void> {
  await call(adminApi.confirmSecondFactor, { code })
}

export async function disableSecondFactor(code: string): Promise<void> {
  await call(adminApi.disableSecondFactor, { code })
}
