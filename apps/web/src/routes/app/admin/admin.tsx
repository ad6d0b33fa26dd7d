import { type ComponentType, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { signOut } from '../../../features/accounts/current-user.ts'
import { AdminTabs } from '../../../features/admin/admin-tabs.tsx'
import { ADMIN_STRINGS } from '../../../features/admin/strings.ts'
import { useAdminBarrier } from '../../../features/admin/use-admin-barrier.ts'
import { lazyNamed } from '../../../platform/lazy.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Screen } from '../../screen.tsx'

type Titled = { title: string }

const AdminBarrier = lazyNamed(() => import('../../../features/admin/admin-barrier.tsx'), 'AdminBarrier')
const AdsEditor = lazyNamed<'AdsEditor', Titled>(() => import('../../../features/admin/ads-editor.tsx'), 'AdsEditor')
const AuditList = lazyNamed<'AuditList', Titled>(() => import('../../../features/admin/audit-list.tsx'), 'AuditList')
const ComplaintList = lazyNamed<'ComplaintList', Titled>(
  () => import('../../../features/admin/complaint-list.tsx'),
  'ComplaintList',
)
const FlagList = lazyNamed<'FlagList', Titled>(() => import('../../../features/admin/flag-list.tsx'), 'FlagList')
const PlayerSearch = lazyNamed<'PlayerSearch', Titled>(
  () => import('../../../features/admin/player-search.tsx'),
  'PlayerSearch',
)
const QuestionSearch = lazyNamed<'QuestionSearch', Titled>(
  () => import('../../../features/admin/question-search.tsx'),
  'QuestionSearch',
)
const RatingList = lazyNamed<'RatingList', Titled>(
  () => import('../../../features/admin/rating-list.tsx'),
  'RatingList',
)
const Security = lazyNamed<'Security', Titled>(() => import('../../../features/admin/security.tsx'), 'Security')
const SuggestionList = lazyNamed<'SuggestionList', Titled>(
  () => import('../../../features/admin/suggestion-list.tsx'),
  'SuggestionList',
)

const { tabs } = ADMIN_STRINGS

/** The admin screens, one per tab, complaints first. */
export function Admin() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Navigate to="/app/admin/complaints" replace />} />
        <Route path="complaints" element={screen(tabs.complaints, ComplaintList)} />
        <Route path="questions" element={screen(tabs.questions, QuestionSearch)} />
        <Route path="ratings" element={screen(tabs.ratings, RatingList)} />
        <Route path="suggestions" element={screen(tabs.suggestions, SuggestionList)} />
        <Route path="flags" element={screen(tabs.flags, FlagList)} />
        <Route path="ads" element={screen(tabs.ads, AdsEditor)} />
        <Route path="players" element={screen(tabs.players, PlayerSearch)} />
        <Route path="audit" element={screen(tabs.audit, AuditList)} />
        <Route path="security" element={screen(tabs.security, Security)} />
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  )
}

function Frame() {
  const { barrier, lift } = useAdminBarrier()
  return (
    <Page>
      {barrier === null ? (
        <>
          <AdminTabs />
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </>
      ) : (
        <Suspense fallback={null}>
          <AdminBarrier barrier={barrier} onLifted={lift} signOut={signOut} />
        </Suspense>
      )}
    </Page>
  )
}

function screen(title: string, Body: ComponentType<Titled>) {
  return (
    <Screen title={title}>
      <Body title={title} />
    </Screen>
  )
}
