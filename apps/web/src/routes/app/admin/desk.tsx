import type { ComponentType } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { AdsEditor } from '../../../features/desk/ads-editor.tsx'
import { AuditList } from '../../../features/desk/audit-list.tsx'
import { ComplaintList } from '../../../features/desk/complaint-list.tsx'
import { DeskTabs } from '../../../features/desk/desk-tabs.tsx'
import { FlagList } from '../../../features/desk/flag-list.tsx'
import { PlayerDesk } from '../../../features/desk/player-desk.tsx'
import { QuestionSearch } from '../../../features/desk/question-search.tsx'
import { DESK_STRINGS } from '../../../features/desk/strings.ts'
import { Page } from '../../../ui/layout/page.tsx'
import { Screen } from '../../screen.tsx'

const { tabs } = DESK_STRINGS

/** The operators' desk, one screen a tab, complaints first. */
export function Desk() {
  return (
    <Routes>
      <Route element={<Frame />}>
        <Route index element={<Navigate to="/app/admin/complaints" replace />} />
        <Route path="complaints" element={screen(tabs.complaints, ComplaintList)} />
        <Route path="questions" element={screen(tabs.questions, QuestionSearch)} />
        <Route path="flags" element={screen(tabs.flags, FlagList)} />
        <Route path="ads" element={screen(tabs.ads, AdsEditor)} />
        <Route path="players" element={screen(tabs.players, PlayerDesk)} />
        <Route path="audit" element={screen(tabs.audit, AuditList)} />
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  )
}

function Frame() {
  return (
    <Page>
      <DeskTabs />
      <Outlet />
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
