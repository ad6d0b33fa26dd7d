/** The package has types, but does not say where they are. */
declare module 'dom-accessibility-api' {
  export function computeAccessibleName(element: Element): string
  export function computeAccessibleDescription(element: Element): string
  export function getRole(element: Element): string | null
}
