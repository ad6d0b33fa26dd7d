/** The value below which the given share of the numbers lies; 0 without numbers. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The value below which half of the numbers lie; 0 without numbers. */
export function median(numbers) {
  return percentile(numbers, 0.5)
}
