/**
 * Members by key. Most keys have one member (a user's topic, a user's only tab), so a Set is made for the second only:
 * at ten thousand sockets that is megabytes.
 */
export class Groups<Member extends object> {
  readonly #groups = new Map<string, Member | Set<Member>>()

  /** Adds a member; true when it is the first of its key. */
  add(key: string, member: Member): boolean {
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, member)
    else if (group instanceof Set) group.add(member)
    else if (group !== member) this.#groups.set(key, new Set([group, member]))
    return group === undefined
  }

  /** Removes a member; true when it was the last of its key. */
  delete(key: string, member: Member): boolean {
    const group = this.#groups.get(key)
    if (group instanceof Set) {
      group.delete(member)
      if (group.size > 0) return false
    } else if (group !== member) {
      return false
    }
    return this.#groups.delete(key)
  }

  /** How many members a key has. */
  count(key: string): number {
    const group = this.#groups.get(key)
    if (group === undefined) return 0
    return group instanceof Set ? group.size : 1
  }

  /** Calls `visit` for each member; members may go while it runs. Gives how many there were. */
  forEach(key: string, visit: (member: Member) => void): number {
    const group = this.#groups.get(key)
    if (group === undefined) return 0
    if (!(group instanceof Set)) {
      visit(group)
      return 1
    }
    const memberCount = group.size
    group.forEach(visit)
    return memberCount
  }
}
