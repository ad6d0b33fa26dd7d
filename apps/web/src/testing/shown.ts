import { screen } from '@testing-library/react'

/** The element with this text, once it is on the screen. Copies of the text for screen readers do not count. */
export const shown = (text: string | RegExp) => screen.findByText(text, { ignore: '#say *, #alert *' })
