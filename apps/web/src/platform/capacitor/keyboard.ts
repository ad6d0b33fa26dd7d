import { Keyboard } from '@capacitor/keyboard'

/**
 * While the keyboard is open, the document is marked with `data-keyboard`, for which the styles make room (the bottom
 * bar disappears, pictures shrink), and the focused field is kept in view together with its form's button.
 */
export function followKeyboard(): void {
  const root = document.documentElement
  void Keyboard.addListener('keyboardWillShow', () => {
    root.dataset['keyboard'] = ''
  })
  void Keyboard.addListener('keyboardDidShow', () => {
    root.dataset['keyboard'] = ''
    showField(document.activeElement)
  })
  void Keyboard.addListener('keyboardWillHide', () => {
    delete root.dataset['keyboard']
  })
  document.addEventListener('focusin', ({ target }) => {
    if ('keyboard' in root.dataset) showField(target)
  })
}

function showField(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  const find = (selector: string) => field.form?.querySelector(`${selector}:not([hidden])`)
  const button = find('button[type=submit]') ?? find('button')
  button?.scrollIntoView({ block: 'nearest' })
  // Last, because if there is no room for both, the field matters more. What a search finds is below its field.
  field.scrollIntoView({ block: field.type === 'search' ? 'start' : 'nearest' })
}
