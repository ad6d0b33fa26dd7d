import type { Route } from './route.ts'

/** Sign-in, the profile, sessions and feature flags. */
export const userApi = {
  currentUser: { method: 'POST', service: 'user', path: '/auth/current_user' },
  requestCode: { method: 'POST', service: 'user', path: '/request_code' },
  verifyCode: { method: 'POST', service: 'user', path: '/verify_code' },
  logout: { method: 'POST', service: 'user', path: '/logout' },
  updateProfile: { method: 'POST', service: 'user', path: '/update_profile' },
  getGameName: { method: 'GET', service: 'user', path: '/game_name' },
  chooseGameName: { method: 'POST', service: 'user', path: '/game_name' },
  listSessions: { method: 'GET', service: 'user', path: '/sessions' },
  revokeSession: { method: 'POST', service: 'user', path: '/sessions/:id/revoke' },
  revokeAllSessions: { method: 'POST', service: 'user', path: '/sessions/revoke_all' },
  exportAccount: { method: 'POST', service: 'user', path: '/account/export' },
  deleteAccount: { method: 'POST', service: 'user', path: '/account/delete' },
  getSettings: { method: 'GET', service: 'user', path: '/settings' },
  updateSettings: { method: 'POST', service: 'user', path: '/settings' },
  chatIdentity: { method: 'GET', service: 'user', path: '/chat_identity' },
  isFeatureFlagEnabled: { method: 'POST', service: 'user', path: '/is_feature_flag_enabled' },
} as const satisfies Record<string, Route>

export const paymentsApi = {
  getPlans: { method: 'GET', service: 'user', path: '/plans' },
  createCheckoutSession: { method: 'POST', service: 'user', path: '/payments/create_checkout_session' },
  createPortalSession: { method: 'POST', service: 'user', path: '/payments/create_portal_session' },
} as const satisfies Record<string, Route>

/** The payment provider's webhook. It takes a raw body, so it has no schemas. */
export const PAYMENT_WEBHOOK = {
  method: 'POST',
  service: 'user',
  path: '/payments/webhook',
} as const satisfies Route

export const adsApi = {
  listAds: { method: 'GET', service: 'user', path: '/ads' },
} as const satisfies Record<string, Route>
