import type { adsApi, AdItem } from '@quizmaster/contract/http/ads'
import type {
  AuditEntry,
  ComplainedQuestion,
  adminApi,
  AdminQuestion,
  PlayerAccount,
} from '@quizmaster/contract/http/admin'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { type BodyOf, dataOf, get, post } from '../../platform/http.ts'

export type ComplaintStatus = 'open' | 'resolved'
export type QuestionState = 'any' | 'held' | 'withdrawn' | 'edited' | 'conflict'
/** What can be done to a question without words. */
export type QuestionStep = 'resolve' | 'revert' | 'withdraw' | 'restore'
/** All that a question says. */
export type QuestionWords = BodyOf<typeof adminApi.editQuestion>
export type Flag = { name: string; is_enabled: boolean; is_overridden: boolean }

/** One page of complaints, with the counts of all that are open. */
export interface ComplaintPage {
  questions: ComplainedQuestion[]
  open_question_count: number
  open_complaint_count: number
  has_more: boolean
}

/** One page of what operators did. */
export interface AuditPage {
  entries: AuditEntry[]
  has_more: boolean
}

type StepEndpoint = (typeof adminApi)['resolveComplaints' | 'revertQuestion' | 'withdrawQuestion' | 'restoreQuestion']

export async function fetchComplaints(
  status: ComplaintStatus,
  page: number,
  signal: AbortSignal,
): Promise<ComplaintPage> {
  return dataOf(await get<typeof adminApi.listComplaints>('admin', '/complaints', { status, page }, { signal }))
}

export async function fetchQuestions(
  search: string,
  state: QuestionState,
  signal: AbortSignal,
): Promise<AdminQuestion[]> {
  return dataOf(await get<typeof adminApi.findQuestions>('admin', '/questions', { search, state }, { signal }))
}

export async function takeStep(step: QuestionStep, id: QuestionId): Promise<AdminQuestion> {
  return dataOf(await post<StepEndpoint>('admin', `/question/:id/${step}`, undefined, { params: { id } }))
}

export async function editQuestion(id: QuestionId, words: QuestionWords): Promise<AdminQuestion> {
  return dataOf(await post<typeof adminApi.editQuestion>('admin', '/question/:id/edit', words, { params: { id } }))
}

export async function fetchFlags(signal: AbortSignal): Promise<Flag[]> {
  return dataOf(await get<typeof adminApi.listFlags>('admin', '/flags', {}, { signal }))
}

export async function setFlag(name: string, isEnabled: boolean): Promise<Flag[]> {
  return dataOf(await post<typeof adminApi.setFlag>('admin', '/flag', { name, is_enabled: isEnabled }))
}

export async function fetchAds(signal: AbortSignal): Promise<AdItem[]> {
  return dataOf(await get<typeof adsApi.listAds>('user', '/ads', {}, { signal }))
}

export async function saveAds(ads: AdItem[]): Promise<AdItem[]> {
  return dataOf(await post<typeof adminApi.setAds>('admin', '/ads', { ads }))
}

/** The account of an address; null where there is none. */
export async function findPlayer(email: string): Promise<PlayerAccount | null> {
  return dataOf(await post<typeof adminApi.findUser>('admin', '/user/find', { email }))
}

export async function grantLegend(id: UserId, plan: PriceId): Promise<PlayerAccount> {
  return dataOf(
    await post<typeof adminApi.grantLegend>('admin', '/user/:id/grant_legend', { plan }, { params: { id } }),
  )
}

export async function endLegend(id: UserId): Promise<PlayerAccount> {
  return dataOf(await post<typeof adminApi.endLegend>('admin', '/user/:id/end_legend', undefined, { params: { id } }))
}

export async function resetName(id: UserId): Promise<PlayerAccount> {
  return dataOf(await post<typeof adminApi.resetName>('admin', '/user/:id/reset_name', undefined, { params: { id } }))
}

export async function fetchAudit(page: number, signal: AbortSignal): Promise<AuditPage> {
  return dataOf(await get<typeof adminApi.listAudit>('admin', '/audit', { page }, { signal }))
}
