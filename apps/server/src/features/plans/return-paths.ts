// Where the web app takes over from the pages of a till, the provider's or the sandbox's (contract 9).

/** After paying. */
export const SUCCESS_PATH = '/app/dashboard/premium/success'
/** After leaving without paying. */
export const INTERRUPT_PATH = '/app/dashboard/premium/interrupt'
/** After managing a subscription. */
export const PROFILE_PATH = '/app/dashboard/profile'
