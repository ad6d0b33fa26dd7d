import type { BusOptions } from '../infra/bus.ts'

const LONG_MS = 200_000
/** Time limits that a machine which stalls doesn't exceed, for tests in which Valkey always answers or refuses. */
export const PATIENT_BUS = { lateMs: LONG_MS, answerWithinMs: LONG_MS } satisfies BusOptions
