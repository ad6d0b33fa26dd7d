export const strings = {
  welcomeTo: 'Welcome to',
  product: 'Quizmaster',
  facts: ['80 levels and 8 ranks', 'Solo play or play with friends', 'Leaderboard'],
  signIn: 'Sign in',
  tryQuiz: 'Try Quiz Now',
  gameId: 'Game id',
  invited: 'You are invited to a game. Sign in to join it.',
  legal: 'Legal',
  termsOfService: 'Terms of service',
  privacyPolicy: 'Privacy policy',
  cookiePolicy: 'Cookie policy',
  lastUpdated: 'Last updated',
} as const
