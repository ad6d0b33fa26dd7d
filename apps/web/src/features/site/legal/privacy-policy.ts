import type { LegalText } from './legal-text.ts'

export const privacyPolicy: LegalText = {
  title: 'Privacy policy',
  intro:
    'We keep what the game needs and nothing to sell. This page says what that is, why we have it and how you get rid of it.',
  sections: [
    {
      heading: 'What we store',
      blocks: [
        [
          'Your e-mail address, to send you sign-in codes and, rarely, news about your account.',
          'Your display name, if you choose one. Other players see it; they never see your e-mail address.',
          'Your sessions: for each device you sign in on, what kind of device it is, when you signed in and when it was last used.',
          'Your games: which questions you answered and how, the games you were in, and your points, level and rank.',
          'Your reports about questions, with what you wrote in them.',
          'Your plan and, if you pay, the number under which Stripe knows you. Card details stay with Stripe.',
        ],
        'If you try the quiz without an account, none of this is stored.',
      ],
    },
    {
      heading: 'Why',
      blocks: [
        'To run the game you asked for: to let you in, count your points, show rankings, deliver a paid plan, and correct questions. We also need some of it to keep the service safe, for example to limit how often codes can be requested from one network address. We do not build advertising profiles, and the ads in the Starter plan are the same for everybody.',
      ],
    },
    {
      heading: 'How long',
      blocks: [
        [
          'A sign-in code works once, for 10 minutes. We keep only a scrambled form of it.',
          'A session ends 90 days after you last used it, or when you log out.',
          'Counters that limit misuse are dropped within about a day.',
          'Your account and what belongs to it stay until you delete it.',
          'Records of payments stay as long as tax law demands.',
        ],
      ],
    },
    {
      heading: 'Who else sees it',
      blocks: [
        [
          'The provider that delivers our mail sees your address and the mail.',
          'Stripe handles payments and sees what you enter there.',
          'Players in a game with you see your display name and your points. The leaderboard shows them too, unless you switch that off on your account page.',
          'Where this site uses a support chat or error reports, the provider of those gets your user id and e-mail address with the chat, or technical details of the error.',
        ],
        'Nobody else gets your data, unless a law leaves us no choice.',
      ],
    },
    {
      heading: 'Your rights',
      blocks: [
        'You can ask for a copy of all we hold about you, have it corrected, or have it deleted. Deleting erases your personal data; games you played with others then show “Deleted player” in your place. You may also object to a use of your data, and complain to the data protection authority where you live.',
        'Write to the address that our sign-in mails come from, from the e-mail address of your account. We answer within 30 days.',
      ],
    },
    {
      heading: 'Children',
      blocks: [
        'Accounts are for people of 13 years and older. If we learn that a younger child has one, we delete it.',
      ],
    },
    {
      heading: 'Safety',
      blocks: [
        'Data travels encrypted where the site is served over https. Codes and session keys are stored only as fingerprints that cannot be turned back. Our logs hold no codes, no session keys and no whole e-mail addresses.',
      ],
    },
    {
      heading: 'Changes',
      blocks: [
        'When this policy changes, the date at the top changes with it. We announce in the app whatever makes a difference to you.',
      ],
    },
  ],
}
