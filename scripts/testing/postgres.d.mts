export function startPostgres(options?: { isDurable?: boolean }): Promise<{ url: string; stop(): Promise<void> }>
export function findPostgres(): { bin: string; user: { uid: number; gid: number } | null }
