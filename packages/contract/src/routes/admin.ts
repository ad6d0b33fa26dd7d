import type { Route } from './route.ts'

/** The admin service. All but `complain` answer 404 to accounts that are not admins. */
export const adminApi = {
  complain: { method: 'POST', service: 'admin', path: '/question/:id/complaint' },
  listComplaints: { method: 'GET', service: 'admin', path: '/complaints' },
  resolveComplaints: { method: 'POST', service: 'admin', path: '/question/:id/resolve' },
  findQuestions: { method: 'GET', service: 'admin', path: '/questions' },
  listRatings: { method: 'GET', service: 'admin', path: '/ratings' },
  listTopicSuggestions: { method: 'GET', service: 'admin', path: '/topic_suggestions' },
  editQuestion: { method: 'POST', service: 'admin', path: '/question/:id/edit' },
  revertQuestion: { method: 'POST', service: 'admin', path: '/question/:id/revert' },
  withdrawQuestion: { method: 'POST', service: 'admin', path: '/question/:id/withdraw' },
  restoreQuestion: { method: 'POST', service: 'admin', path: '/question/:id/restore' },
  listFlags: { method: 'GET', service: 'admin', path: '/flags' },
  setFlag: { method: 'POST', service: 'admin', path: '/flag' },
  setAds: { method: 'POST', service: 'admin', path: '/ads' },
  findUser: { method: 'POST', service: 'admin', path: '/user/find' },
  grantLegend: { method: 'POST', service: 'admin', path: '/user/:id/grant_legend' },
  endLegend: { method: 'POST', service: 'admin', path: '/user/:id/end_legend' },
  resetName: { method: 'POST', service: 'admin', path: '/user/:id/reset_name' },
  reverseComplaints: { method: 'POST', service: 'admin', path: '/user/:id/reverse_complaints' },
  getSecondFactor: { method: 'GET', service: 'admin', path: '/second_factor' },
  beginSecondFactor: { method: 'POST', service: 'admin', path: '/second_factor/begin' },
  enableSecondFactor: { method: 'POST', service: 'admin', path: '/second_factor/enable' },
  confirmSecondFactor: { method: 'POST', service: 'admin', path: '/second_factor/confirm' },
  disableSecondFactor: { method: 'POST', service: 'admin', path: '/second_factor/disable' },
  listAudit: { method: 'GET', service: 'admin', path: '/audit' },
} as const satisfies Record<string, Route>
