const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** Strings of sign-in and account. Those marked † are ours to word. */
export const strings = {
  signIn: 'Sign in',
  email: 'E-mail',
  emailPlaceholder: 'you@example.com',
  requestCode: 'Request code',
  acceptBefore: 'By signing in you accept the ',
  acceptBetween: ' and the ',
  termsOfService: 'Terms of service',
  privacyPolicy: 'Privacy policy',
  verifyCode: 'Verify code',
  codeFromEmail: 'Code from your e-mail',
  change: 'Change',
  checkingCode: 'Checking code',
  tryAgain: 'Try again',
  pasteCode: 'Paste code',
  /** † */
  nothingToPaste: 'There is no code on the clipboard',
  /** † */
  pasteRefused: 'The clipboard could not be read. Please type the code',
  /** † */
  missingDigits: (count: number) =>
    count === 6 ? 'Please type the 6 digits of the code' : `${count} of 6 digits ${count === 1 ? 'is' : 'are'} missing`,
  sendNewCode: 'Send a new code',
  newCodeTitle: 'Code sent',
  newCodeMessage: 'Please check your inbox',
  back: 'Back',
  account: 'Account',
  displayName: 'Display name',
  showOnLeaderboard: 'Show me on the leaderboard',
  /** † */
  nameFirst: 'To change this, choose a display name first',
  updateProfile: 'Update profile',
  profileUpdated: 'Profile updated',
  profileUpdatedMessage: 'Your profile has been updated',
  logout: 'Logout',
  learning: 'Learning',
  myStats: 'My stats',
  bringBack: 'Bring back what I missed',
  bringBackNote: 'Missed questions come back over the coming weeks.',
  yourData: 'Your data',
  signedInDevices: 'Signed-in devices',
  downloadMyData: 'Download my data',
  deleteAccount: 'Delete account',
  /** † This and all below. */
  thisDevice: 'This device',
  signOut: 'Sign out',
  signOutOf: (device: string) => `Sign out ${device}`,
  signOutEverywhere: 'Sign out everywhere',
  signedOut: 'Signed out',
  signedOutOf: (device: string) => `${device} is signed out`,
  lastSeen: (when: string) => `Last seen ${when}`,
  activeNow: 'Active now',
  dataReady: 'Your data is ready',
  dataReadyMessage: 'It is in your downloads, as one file',
  deleteTitle: 'Delete account?',
  deleteText:
    'Your address, name, points and games are deleted for good, and any subscription ends. In games you played together, friends see “Deleted player”.',
  emailAgain: 'Type your e-mail again',
  keepAccount: 'Keep my account',
  accountDeleted: 'Your account is deleted',
  accountDeletedMessage: 'Thank you for playing',
  codeSentTo: (email: string) => `To confirm, type the code we sent to ${email}.`,
  download: 'Download',
  failed: 'That did not work',
} as const

/** † Text of the setting for the time to answer. */
export const TIME_STRINGS = {
  title: 'Time to answer',
  text: 'Your clock in games runs this much longer. Points follow your own clock, and nobody sees that it is yours.',
  factor: (factor: number, seconds: number) => `${factor}×, ${seconds} seconds`,
  secondsEach: 'seconds for each question',
  save: 'Save',
  saved: 'Saved',
  onceAWeek: 'You can change it once a week',
  again: (fromMs: number) => `You can change it again on ${DAY.format(fromMs)}`,
  savedUntil: (fromMs: number | undefined) =>
    fromMs === undefined ? 'Saved' : `Saved. You can change it again on ${DAY.format(fromMs)}`,
  failed: 'That did not work',
} as const
