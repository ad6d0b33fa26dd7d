/** Validation messages that forms and server share; they must match letter for letter. */
export const MESSAGES = {
  emailRequired: 'email is a required field',
  emailInvalid: 'email must be a valid email',
  digitsOnly: 'Only numbers are allowed',
  codeRequired: 'code is a required field',
  codeInvalid: 'Code is invalid or has expired',
  displayNameRequired: 'Display name is a required field',
  displayNameTooShort: 'Display name must be at least 5 characters',
  displayNameTooLong: 'Display name must be at most 40 characters',
  displayNameInvalid: 'Display name contains characters that are not allowed',
  displayNameInsulting: 'Please choose a display name that is not offensive',
  displayNameReserved: 'This name could be taken for an official one. Please choose another',
  emailNotYours: 'This is not the e-mail address of your account',
  gameIdRequired: 'Game id is a required field',
  stageUnknown: 'No screen shows these letters',
  tooManyAttempts: 'Too many attempts. Please wait a moment and try again',
} as const
