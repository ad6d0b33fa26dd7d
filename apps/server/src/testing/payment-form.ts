/** A form as the provider's SDK sends it, unfolded. */
export type Form = { [name: string]: string | Form }

/** `a[b][0]=c` as `{a: {b: {0: 'c'}}}`. */
export function parseForm(body: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    const last = path.pop() ?? ''
    let inner = form
    for (const part of path) inner = (inner[part] ??= {}) as Form
    inner[last] = value
  }
  return form
}

/** The plain text of a field; empty where it has none. */
export function text(value: string | Form | undefined): string {
  return typeof value === 'string' ? value : ''
}
