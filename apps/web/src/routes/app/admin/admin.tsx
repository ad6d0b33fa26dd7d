import type { ComponentType } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { signOut } from '../../../features/accounts/current-user.ts'
import { AdsEditor } from '../../../features/admin/ads-editor.tsx'
import { AuditList } from '../../../features/admin/audit-list.tsx'
import { ComplaintList } from '../../../features/admin/complaint-list.tsx'
import { AdminBarrier } from '../../../features/admin/admin-barrier.tsx'
import { AdminTabs } from '../../../features/admin/admin-tabs.tsx'
import { FlagList } from '../../../features/admin/flag-list.tsx'
import { PlayerSearch } from '../../../features/admin/player-search.tsx'
import { QuestionSearch } from '../../../features/admin/question-search.tsx'
import { SuggestionList } from '../../../features/admin/suggestion-list.tsx'
import { RatingList } from '../../../features/admin/rating-list.tsx'
import { Security } from '../../../features/admin/security.tsx'
import { ADMIN_STRINGS } from '../../../features/admin/strings.ts'
import { useAdminBarrier } from '../../../features/admin/use-admin-barrier.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Screen } from '../../screen.tsx'

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
          <Outlet />
        </>
      ) : (
        <AdminBarrier barrier={barrier} onLifted={lift} signOut={signOut} />
      )}
    </Page>
  )
}

function screen(title: string, Body: ComponentType<{ title: string }>) {
  return (
    <Screen title={title}>
      <Body title={title} />
    </Screen>
  )
}
