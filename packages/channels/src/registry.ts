import { Groups } from './groups.ts'

/**
 * Told when a topic gets its first member here and loses its last, so that a bus subscribes to what this process holds
 * and no more. A join is answered once the promise of `onFirstMember` has come good; if it fails, so does the join.
 */
export type MembershipHooks = {
  onFirstMember?(topic: string): void | Promise<void>
  onLastMember?(topic: string): void
}

/** Who is on which topic in this process. */
export class Registry<Member extends object> {
  readonly #members = new Groups<Member>()
  readonly #opening = new Map<string, Promise<void>>()
  readonly #hooks: MembershipHooks

  constructor(hooks: MembershipHooks) {
    this.#hooks = hooks
  }

  /** Adds a member. Later members of a topic that is still opening wait for it too. */
  add(topic: string, member: Member): void | Promise<void> {
    if (!this.#members.add(topic, member)) return this.#opening.get(topic)
    const opening = this.#hooks.onFirstMember?.(topic)
    if (opening) this.#track(topic, opening)
    return opening
  }

  /** Removes a member; unknown ones are no error. */
  delete(topic: string, member: Member): void {
    if (!this.#members.delete(topic, member)) return
    this.#opening.delete(topic)
    this.#hooks.onLastMember?.(topic)
  }

  /** Calls `visit` for each member of a topic; gives how many there were. */
  forEach(topic: string, visit: (member: Member) => void): number {
    return this.#members.forEach(topic, visit)
  }

  /** How many members a topic has in this process. */
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
