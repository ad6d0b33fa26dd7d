/** What is said about plans. */
export const PLANS_STRINGS = {
  currentStarter: 'Current plan: Starter',
  upgrade: 'Upgrade to Legend',
  welcome: 'Welcome, Legend',
  continue: 'Continue journey',
  /** † what the crown says to those who can't see it */
  legend: 'Legend',
} as const
