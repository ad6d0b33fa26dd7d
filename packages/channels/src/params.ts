/** Connect parameters: `a=1` and, nested, `a[b]=1`. Objects without a prototype, so no name is special. */
export type Params = { [name: string]: string | Params }

const MAX_DEPTH = 8

/** Reads a query string as Phoenix clients write it. A later value of a name replaces the earlier one. */
export function parseParams(query: URLSearchParams): Params {
  const params = emptyParams()
  for (const [name, value] of query) assign(params, splitName(name), value)
  return params
}

function assign(params: Params, path: readonly string[], value: string): void {
  let node = params
  for (const name of path.slice(0, -1)) {
    const next = node[name]
    node = typeof next === 'object' ? next : (node[name] = emptyParams())
  }
  node[path.at(-1) ?? ''] = value
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(name)
  if (!match) return [name]
  const [, head = '', tail = ''] = match
  const path = [head, ...tail.slice(1, -1).split('][')]
  return path.length > MAX_DEPTH ? [name] : path
}

function emptyParams(): Params {
  return Object.create(null) as Params
}
