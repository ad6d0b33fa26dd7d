/** What has moved between the calls for two pages stands on both: each key once, as it came last. */
export function eachOnce<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
