/** Strings of the shells around the screens, and document titles. Those marked † are proposals. */
export const strings = {
  product: 'Quizmaster',
  home: 'Home',
  account: 'Account',
  appError: 'Unexpected Application Error!',
  userUnknown: 'We could not load your account',
  tryAgain: 'Try again',
  inDevelopment: 'In development',
  /** †, shown to admins only. */
  admin: 'Desk',
  /** † The native app is older than the server supports. */
  tooOld: 'This version is too old',
  /** † */
  updateToPlayOn: 'Please update Quizmaster to play on. Your points, level and results are safe.',
  /** † The operator has not named the app's page in its store. */
  updateInStore: 'Please update Quizmaster in the store to play on. Your points, level and results are safe.',
  /** † */
  update: 'Update',
  titles: {
    landing: 'Welcome',
    requestCode: 'Sign in',
    verifyCode: 'Verify code',
    tryQuiz: 'Try Quiz Now',
    dashboard: 'Home',
    profile: 'Account',
    stats: 'My stats',
    leaderboard: 'Leaderboard',
    plans: 'Plans',
    paymentSuccess: 'Payment successful',
    paymentInterrupted: 'Transaction interrupted',
    practiceSettings: 'Select topics for practice',
    practicePlay: 'Practice',
    gameModes: 'Play with friends',
    gameLobby: 'Fun mode',
    gameSettings: 'Select topics for the game',
    gamePlay: 'Game',
    gameResults: 'Game results',
    gameAnswers: 'Your answers',
    joinGame: 'Join',
    joiningGame: 'Join',
    stage: 'Show a game',
    daily: 'Daily Ten',
    dailyAnswers: 'Your answers',
    dailyArchive: 'Archive',
    dailyWeeks: 'Your weeks',
  },
} as const
