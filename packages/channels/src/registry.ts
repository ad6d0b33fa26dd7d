/**
 * Called when a topic gets its first member in this process and loses its last, to subscribe to the topic on a message
 * bus. The join is answered once the promise of `onFirstMember` resolves, and fails if it rejects.
 */
export type MembershipHooks = {
  onFirstMember?(topic: string): void | Promise<void>
  onLastMember?(topic: string): void
}

/** The members of each topic in this process. */
export class Registry<Member extends object> {
  readonly #members = new MultiMap<Member>()
  readonly #opening = new Map<string, Promise<void>>()
  readonly #hooks: MembershipHooks

  constructor(hooks: MembershipHooks) {
    this.#hooks = hooks
  }

  /** Adds a member. Resolves once the topic is open, for its later members too. */
  add(topic: string, member: Member): void | Promise<void> {
    if (!this.#members.add(topic, member)) return this.#opening.get(topic)
    const opening = this.#hooks.onFirstMember?.(topic)
    if (opening) this.#track(topic, opening)
    return opening
  }

  /** Removes a member, if it is there. */
  delete(topic: string, member: Member): void {
    if (!this.#members.delete(topic, member)) return
    this.#opening.delete(topic)
    this.#hooks.onLastMember?.(topic)
  }

  /** Calls `visit` for each member of a topic. Returns how many there were. */
  forEach(topic: string, visit: (member: Member) => void): number {
    return this.#members.forEach(topic, visit)
  }

  /** The number of members of a topic in this process. */
  count(topic: string): number {
    return this.#members.count(topic)
  }

  #track(topic: string, opening: Promise<void>): void {
    this.#opening.set(topic, opening)
    const forget = () => {
      if (this.#opening.get(topic) === opening) this.#opening.delete(topic)
    }
    opening.then(forget, forget)
  }
}

/**
 * A map from keys to sets of members. Most keys have a single member, which is stored without a Set: with ten thousand
 * sockets this saves megabytes.
 */
export class MultiMap<Member extends object> {
  readonly #groups = new Map<string, Member | Set<Member>>()

  /** Adds a member. Returns true if it is the first of its key. */
  add(key: string, member: Member): boolean {
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, member)
    else if (group instanceof Set) group.add(member)
    else if (group !== member) this.#groups.set(key, new Set([group, member]))
    return group === undefined
  }

  /** Removes a member. Returns true if it was the last of its key. */
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

  /** The number of members of a key. */
  count(key: string): number {
    const group = this.#groups.get(key)
    if (group === undefined) return 0
    return group instanceof Set ? group.size : 1
  }

  /** Calls `visit` for each member, which may remove members. Returns how many there were. */
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
