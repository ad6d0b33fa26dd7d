import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export interface RateHitTable {
  key: string
  at: number
}

export interface FeatureFlagTable {
  name: string
  is_enabled: boolean
  updated_at: number
}

export interface AdTable {
  position: number
  image: string
  link: string
  title: string
  subtitle: string
  texts: Json<string[]>
}

export interface AuditEntryTable {
  id: string
  at: number
  admin_id: string
  admin_email: string
  action: string
  subject: string
  details: Json<Record<string, unknown>>
}

export interface BusOutageTable {
  is_only_row: Generated<boolean>
  noted_at: number
}

/** Operators' settings and actions, and state that processes share. */
export interface SiteTables {
  feature_flag: FeatureFlagTable
  ad: AdTable
  audit_entry: AuditEntryTable
  rate_hit: RateHitTable
  bus_outage: BusOutageTable
}
