import { userEndpoints } from '@quizmaster/contract/http/user'
import { eraseAccount, type EraseAccountDeps } from '../../features/accounts/account-erasure.ts'
import { exportAccount, type ExportAccountDeps } from '../../features/accounts/account-export.ts'
import { chatIdentity, type ChatIdentityDeps } from '../../features/accounts/chat-identity.ts'
import {
  endSession,
  type EndSessionDeps,
  listSessions,
  revokeAllSessions,
  revokeSession,
} from '../../features/accounts/sessions.ts'
import { getSettings, updateSettings } from '../../features/accounts/settings.ts'
import { requestCode, type SignInDeps, verifyCode } from '../../features/accounts/sign-in.ts'
import { chooseGameName, type GameNameDeps, getGameName } from '../../features/accounts/game-name.ts'
import { findUser, isAdmin, updateProfile } from '../../features/accounts/users.ts'
import { checkSecondFactor } from '../../features/admin/second-factor.ts'
import type { Route } from '../route.ts'

/** Sign-in, profile, sessions, and the export and deletion of an account. */
export function accountRoutes(
  route: Route,
  deps: SignInDeps & EndSessionDeps & ExportAccountDeps & EraseAccountDeps & ChatIdentityDeps & GameNameDeps,
): void {
  route(userEndpoints.currentUser, async ({ session }) => ({ data: session && (await findUser(deps, session.userId)) }))
  route(userEndpoints.requestCode, async ({ session, body, address }) => {
    await requestCode(deps, {
      email: body.email,
      address,
      deviceToken: body.device_token,
      userId: session?.userId ?? null,
    })
    return { data: {} }
  })
  route(userEndpoints.verifyCode, async ({ body: { email, code, device_token }, address, device }) => {
    const origin = { email, address, deviceToken: device_token, userId: null }
    const { token, deviceToken } = await verifyCode(deps, { ...origin, code, device })
    return { token, device_token: deviceToken }
  })
  route(userEndpoints.logout, async ({ session }) => {
    await endSession(deps, session)
    return { data: {} }
  })
  route(userEndpoints.updateProfile, async ({ session, body }) => ({
    data: await updateProfile(deps, session.userId, body),
  }))
  route(userEndpoints.getSettings, async ({ session }) => ({ data: await getSettings(deps, session.userId) }))
  route(userEndpoints.updateSettings, async ({ session, body }) => ({
    data: await updateSettings(deps, session.userId, body),
  }))
  route(userEndpoints.getGameName, async ({ session }) => ({ data: await getGameName(deps, session.userId) }))
  route(userEndpoints.chooseGameName, async ({ session, body }) => ({
    data: await chooseGameName(deps, session.userId, body.name),
  }))
  route(userEndpoints.listSessions, async ({ session }) => ({ data: await listSessions(deps, session) }))
  route(userEndpoints.revokeSession, async ({ session, params }) => {
    await revokeSession(deps, session, params.id)
    return { data: {} }
  })
  route(userEndpoints.revokeAllSessions, async ({ session }) => {
    await revokeAllSessions(deps, session)
    return { data: {} }
  })
  route(userEndpoints.chatIdentity, async ({ session }) => ({ data: chatIdentity(deps, session.userId) }))
  route(userEndpoints.exportAccount, async ({ session, body, address }) => ({
    data: await exportAccount(deps, session, { code: body.code, address }),
  }))
  route(userEndpoints.deleteAccount, async ({ session, body, address }) => {
    // Otherwise whoever reads an admin's mail could delete the account and sign up as an admin without the factor.
    if (await isAdmin(deps, session.userId)) await checkSecondFactor(deps, session)
    await eraseAccount(deps, session, { email: body.email, code: body.code, address })
    return { data: {} }
  })
}
