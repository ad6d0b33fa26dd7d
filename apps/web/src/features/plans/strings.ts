/** Strings of plans and payments. Those marked † are ours to word. */
export const PLANS_STRINGS = {
  /** † */
  plans: 'Plans',
  starter: 'Starter',
  legend: 'Legend',
  currentStarter: 'Current plan: Starter',
  /** † */
  currentLegend: 'Current plan: Legend',
  /** † */
  currentPlan: 'Current plan',
  upgrade: 'Upgrade to Legend',
  become: 'Become a Legend',
  manage: 'Manage subscription',
  /** † In the native apps, in place of buttons to buy. */
  notSoldHere: 'Plans cannot be bought in this app. A plan that you already have counts here too.',
  /** † With the figure and its currency. */
  chargedForYear: (price: string) => `${price} is charged now, for the whole year`,
  /** † */
  charged: { monthly: 'Charged now and every month', lifetime: 'Charged now, and never again' },
  /** † */
  billing: 'Billing',
  /** † */
  free: 'Free',
  withAds: 'with occasional ads',
  comingSoon: 'coming soon',
  welcome: 'Welcome, Legend',
  continue: 'Continue journey',
  success: 'Payment successful!',
  redirected: 'You will be redirected in a moment...',
  /** † */
  goNow: 'Go now',
  interrupted: 'Transaction interrupted.',
  tryAgain: 'Please try again.',
  /** † */
  backToPlans: 'Back to plans',
  /** † after 10 s without confirmation */
  beingConfirmed: 'Your payment is being confirmed. This can take a minute.',
  /** † after 2 min */
  notConfirmed: 'Your payment is not confirmed yet.',
  /** † */
  checkAgain: 'Check again',
  /** † */
  confirmed: 'Your payment is confirmed',
  /** † */
  failed: 'That did not work',
  /** † */
  noSubscription: 'No subscription',
  /** † the provider's address is not a web address */
  badAddress: 'The payment page cannot be opened. Please try again later',
} as const
