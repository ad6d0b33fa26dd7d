export function percentile(numbers: readonly number[], share: number): number
export function median(numbers: readonly number[]): number
