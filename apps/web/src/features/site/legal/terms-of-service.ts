import type { LegalText } from './legal-texts.ts'

export const termsOfService: LegalText = {
  title: 'Terms of service',
  intro:
    'These are the rules for playing Quizmaster. By signing in you accept them. They are short on purpose: please read them.',
  sections: [
    {
      heading: 'Who may play',
      blocks: [
        'You must be at least 13 years old to have an account. If you are younger than the age at which you may agree to such terms in your country, a parent or guardian has to agree for you.',
        'You can try the quiz without an account. Nothing of such a round is saved.',
      ],
    },
    {
      heading: 'Your account',
      blocks: [
        'You sign in with a six-digit code that we send to your e-mail address. There is no password. Anyone who can read your mailbox can sign in as you, so keep it safe, and log out on devices that are not yours.',
        'One account is for one person. Choose a display name that you would say aloud in a room full of strangers: no insults, nobody else’s name, no advertising. We may reset a name that breaks this.',
      ],
    },
    {
      heading: 'Fair play',
      blocks: [
        'Points, levels and ranks come from answering questions yourself. Please do not:',
        [
          'answer by a program, or play one account with several people or devices at once to earn points;',
          'disturb the service, probe it for weaknesses in a way that harms others, or get around its limits;',
          'copy the questions in bulk.',
        ],
        'We may remove points earned that way and, when it goes on, close the account.',
      ],
    },
    {
      heading: 'Plans and payments',
      blocks: [
        'Starter is free and shows occasional ads. Legend is paid, has no ads and shows a crown beside your name.',
        'Payments are handled by Stripe; we never see your card number. A monthly or yearly plan renews until you end it under “Manage subscription” on your account page; it then runs to the end of the time you have paid for. If a renewal fails, the plan goes on for 7 days in which you can mend it. The Forever plan is paid once and does not renew.',
      ],
    },
    {
      heading: 'Refunds',
      blocks: [
        'You can ask for your money back within 7 days of a payment, without giving a reason. Write to the address that our sign-in mails come from. Your plan ends when the refund is made. Rights that the law gives you beyond this stay untouched.',
      ],
    },
    {
      heading: 'Questions and mistakes',
      blocks: [
        'We check our questions, and still some will be wrong or out of date. Please tell us with the report button on the question: a problem with the question, its answers, its description or its translations. Do not rely on an answer where it matters; this is a game.',
      ],
    },
    {
      heading: 'The service',
      blocks: [
        'We try to keep Quizmaster running all day, but we cannot promise it. Features may change, and those marked “coming soon” or “In development” may come later than hoped, or not at all.',
        'We are liable without limit for harm that we cause on purpose or by gross negligence, and wherever the law says so. Otherwise our liability is limited to what you paid us in the 12 months before.',
      ],
    },
    {
      heading: 'Leaving',
      blocks: [
        'You can stop at any time and delete your account yourself on your account page. That ends a running subscription at once and, other than ending it under “Manage subscription”, gives up the rest of the time you have paid for; if you want your money back, ask for the refund first. We may close an account that breaks these terms; where that is possible we warn you first and refund the unused part of a paid plan.',
      ],
    },
    {
      heading: 'Changes',
      blocks: [
        'When we change these terms, the date at the top of this page changes. Changes that matter to you are announced in the app or by e-mail before they hold.',
      ],
    },
  ],
}
