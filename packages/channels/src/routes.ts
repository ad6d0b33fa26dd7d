import type { ChannelDefinition } from './channel.ts'

/** Channel definitions by topic pattern: an exact topic, or a prefix followed by `*`. */
export type RouteTable<Assigns> = Readonly<Record<string, ChannelDefinition<Assigns, unknown>>>

/** The definition of a topic, and the part that `*` matched. */
export type RouteMatch<Assigns> = {
  readonly definition: ChannelDefinition<Assigns, unknown>
  readonly subtopic: string
}

/** Finds the channel definition of a topic. Exact patterns win over prefixes, earlier prefixes over later ones. */
export class Routes<Assigns> {
  /** Whether any route handles binary pushes. */
  readonly takesBinary: boolean
  readonly #exact = new Map<string, ChannelDefinition<Assigns, unknown>>()
  readonly #prefixes: [prefix: string, definition: ChannelDefinition<Assigns, unknown>][] = []

  constructor(table: RouteTable<Assigns>) {
    for (const [pattern, definition] of Object.entries(table)) {
      const star = pattern.indexOf('*')
      if (star === -1) this.#exact.set(pattern, definition)
      else if (star === pattern.length - 1) this.#prefixes.push([pattern.slice(0, -1), definition])
      else throw new Error(`a topic pattern has "*" only at its end: ${pattern}`)
    }
    this.takesBinary = Object.values(table).some((definition) => definition.handleBinary !== undefined)
  }

  /** The route of a topic, or null. */
  find(topic: string): RouteMatch<Assigns> | null {
    const exact = this.#exact.get(topic)
    if (exact) return { definition: exact, subtopic: '' }
    for (const [prefix, definition] of this.#prefixes) {
      if (topic.startsWith(prefix)) return { definition, subtopic: topic.slice(prefix.length) }
    }
    return null
  }
}
