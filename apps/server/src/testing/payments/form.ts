/** A form body of the provider's SDK, parsed into nested objects. */
export type Form = { [name: string]: string | Form }

/** Parses `a[b][0]=c` into `{a: {b: {0: 'c'}}}`. */
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

/** A field's text; empty if it is missing or nested. */
export function text(value: string | Form | undefined): string {
  return typeof value === 'string' ? value : ''
}
