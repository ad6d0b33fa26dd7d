import type { SpawnOptions } from 'node:child_process'

export const root: string
export function run(command: string, args: readonly string[], options?: SpawnOptions): Promise<void>
