export function startValkey(): Promise<{ url: string; stop(): Promise<void> }>
