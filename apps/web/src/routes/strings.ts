/** Words of the shells around the screens. Those marked † in the design guide are proposals. */
export const strings = {
  product: 'Quizmaster',
  home: 'Home',
  account: 'Account',
  appError: 'Unexpected Application Error!',
  userUnknown: 'We could not load your account',
  tryAgain: 'Try again',
  inDevelopment: 'In development',
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
    practiceSettings: 'Select topics for practice',
    practicePlay: 'Practice',
    gameModes: 'Play with friends',
  },
} as const
