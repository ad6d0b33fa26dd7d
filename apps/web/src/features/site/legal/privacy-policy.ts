import type { LegalText } from './legal-texts.ts'

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
          'Your sessions: for each device you sign in on, a plain name such as “Chrome on Android”, when you signed in and when it was last used.',
          'Scrambled forms of the network addresses and of the device keys that you signed in with, and how often signing in with your address has failed. They keep strangers who try to sign in as you from locking you out.',
          'Your games: which questions you were asked and how you answered, the games you were in, and your points, level and rank.',
          'Your Daily Tens: your answers and the time they took, your scores, and whether you paused or hid your weeks. They are kept so that you can go on with any device, and see your archive and your weeks.',
          'Your reports about questions, with what you wrote in them.',
          'Your plan, since when you have it and, if you pay, the number under which Stripe knows you. Card details stay with Stripe.',
          'What our operators did to your account, such as resetting a display name.',
        ],
        'If you try the quiz without an account, none of this is stored. A Daily Ten that you play without one is kept under a scrambled form of a random key that only your browser has, so that you can go on and keep it by signing in. A report you send then is kept with a scrambled form of your network address.',
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
          'A sign-in code works once, for 10 minutes. We keep only a scrambled form of it, and drop it when it is used or has run out.',
          'Where this site writes its mails to a folder instead of sending them, they are deleted after 7 days.',
          'A session ends 90 days after you last used it, after a year at the latest, or when you log out or sign that device out. It is deleted then.',
          'The scrambled network addresses and device keys are deleted a year after you last signed in with them, or when you sign out everywhere, and the count of failed sign-ins with the next one that succeeds, or after 30 days.',
          'Counters that limit misuse are dropped after an hour.',
          'A finished game is put away after an hour at the latest and deleted 30 days later. A seat kept for you in a game that you watch ends with that game.',
          'Your answers are kept for 400 days, so that you can see your statistics. How often you answered a question, how often correctly, and when it comes back stays as long as the account, and so do the results of your games.',
          'Which questions you were asked is forgotten 400 days after you last met them; the points they earned stay.',
          'A Daily Ten played without an account is deleted after 30 days, unless you have signed in and kept it. Those of your account stay as long as it does.',
          'Topics that you suggest are kept for 400 days, so that we know which to write, or until you delete your account.',
          'Notes of what operators did, complaints that were dealt with or came without an account, and notes of payments that we have to look at are deleted after 400 days, messages of the payment provider after 90 days.',
          'Your account and all else that belongs to it stay until you delete it.',
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
          'Where this site has a support chat and you agree to it, its provider may get your user id and e-mail address, so that we know whom we talk to.',
          'Where this site sends error reports, their provider gets technical details of the error and your user id, without addresses, codes, keys or what you typed. A recording of the screen around an error, with all text hidden, is made only if you agree to it.',
        ],
        'The chat and the recording start only after you have said yes. You can change your mind at any time under “Privacy choices” on your account page, or on the page of the cookie policy.',
        'Nobody else gets your data, unless a law leaves us no choice.',
      ],
    },
    {
      heading: 'Your rights',
      blocks: [
        'On your account page you can do these yourself, at once and for nothing:',
        [
          '“Download my data” gives you all we hold about you in one file. It takes a code that we mail to you.',
          '“Delete account” erases your account with your sessions, points, practice and plan, and ends a subscription that is still running. Nobody can bring it back.',
          'You can change your display name, leave the leaderboard, and sign out any device, or all of them.',
        ],
        'After you have deleted your account, games you played with others show “Deleted player” in your place until they are deleted too. Your reports about questions stay without you and without your words. What a payment was and when, Stripe and our books keep as long as tax law demands; our game then holds nothing that leads from it to you. You can sign up again with the same address and start afresh.',
        'You may also have wrong data corrected, object to a use of your data, and complain to the data protection authority where you live. For whatever you can’t do yourself, write to the address that our sign-in mails come from, from the e-mail address of your account. We answer within 30 days.',
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
