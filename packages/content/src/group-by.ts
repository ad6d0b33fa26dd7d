/** Sorts things into groups, in order of first appearance. (`Map.groupBy` came after Node 20.) */
export function groupBy<Thing, Key>(things: readonly Thing[], by: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) {
    const group = groups.get(by(thing))
    if (group) group.push(thing)
    else groups.set(by(thing), [thing])
  }
  return groups
}
