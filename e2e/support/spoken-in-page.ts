// Runs in the page, before the page's own code. Bundled by spoken.ts.
import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'

const KEY = 'e2e-spoken'
/** Groups that a screen reader names when the focus enters them. */
const GROUPS = ['dialog', 'group', 'radiogroup', 'region']
const STATES: Readonly<Record<string, string>> = {
  'aria-disabled': 'unavailable',
  'aria-pressed': 'pressed',
  'aria-checked': 'checked',
  'aria-expanded': 'expanded',
  'aria-current': 'current',
}

let focused: Element | null = null
/** The last text of each status region: the whole region is read, but the same text not twice in a row. */
const lastStatus = new WeakMap<Element, string>()

/** In the session's storage, so that it outlives a reload. */
function say(line: string): void {
  const text = line.replaceAll(/\s+/g, ' ').trim()
  if (text === '') return
  const said = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]
  sessionStorage.setItem(KEY, JSON.stringify([...said, text]))
}

function nameAndRole(element: Element): string {
  const role = getRole(element) ?? ''
  // What takes the focus without a role of its own, such as a heading that is focused by script, is read as text.
  const name = computeAccessibleName(element) || (role === 'heading' ? element.textContent : '') || ''
  return [name, role].filter(Boolean).join(', ')
}

function statesOf(element: Element): string[] {
  const states = Object.entries(STATES).flatMap(([attribute, word]) => {
    const value = element.getAttribute(attribute)
    return value === null || value === 'false' ? [] : [word]
  })
  const isRadio = element instanceof HTMLInputElement && element.type === 'radio'
  return isRadio && element.checked ? [...states, 'checked'] : states
}

function readFocus(element: Element): void {
  const entered: string[] = []
  for (let around = element.parentElement; around && !around.contains(focused); around = around.parentElement) {
    const role = getRole(around)
    const name = role && GROUPS.includes(role) ? computeAccessibleName(around) : ''
    if (name) entered.unshift(`${name}, ${role}`)
  }
  focused = element
  const description = computeAccessibleDescription(element)
  say(`> ${[...entered, nameAndRole(element), ...statesOf(element), description].filter(Boolean).join(', ')}`)
}

/** A live region reads what is added; a status or alert reads itself as a whole. */
function readChange(target: Node, added: readonly Node[]): void {
  const element = target instanceof Element ? target : target.parentElement
  const status = element?.closest('output, [role=status], [role=alert]')
  if (status) {
    const text = status.textContent
    if (lastStatus.get(status) !== text) say(`  ${text}`)
    lastStatus.set(status, text)
    return
  }
  const live = element?.closest('[aria-live=polite], [aria-live=assertive]')
  if (!live) return
  const mark = live.getAttribute('aria-live') === 'assertive' ? '! ' : '  '
  for (const node of added) say(`${mark}${node.textContent ?? ''}`)
}

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target !== focused) readFocus(target)
})
new MutationObserver((records) => {
  for (const { target, addedNodes } of records) readChange(target, [...addedNodes])
}).observe(document, { childList: true, characterData: true, subtree: true })
