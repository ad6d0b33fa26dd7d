import type { LegalText } from './legal-texts.ts'

export const cookiePolicy: LegalText = {
  title: 'Cookie policy',
  intro:
    'Quizmaster sets no cookies. It keeps a few small notes in your browser instead, all of them for the game itself.',
  sections: [
    {
      heading: 'What your browser keeps',
      blocks: [
        'These notes are in the local storage of your browser. They stay on your device; only the session key, the key of the device and that of your Daily Ten are sent to us, to show that it is you.',
        [
          'email: the address you requested a code for, so that you don’t have to type it twice.',
          'token: your session key, while you are signed in.',
          'deviceToken: a key of this device from its last sign-in, so that strangers who try to sign in as you can’t lock you out. It signs nobody in.',
          'joinGameId: the game you were invited to, until you have joined it.',
          'dailyVisitor: a random key of the Daily Ten that you play without an account, so that you can go on with it, until you have signed in.',
          'isJustSubscribed: a flag, so that we can thank you once after a payment.',
          'questionsTillNextAd: how many questions come before the next ad in the Starter plan.',
          'randomQuestionsList and currentQuestionIndex: the questions of your journey and where you are in it.',
          'topicsStore, userTopicsStore, practiceStateStore and privateGameStateStore: the topics you saw and chose, and the state of your journey and your game.',
        ],
        'Where this site has a support chat or recordings of errors, your answers whether they may start are kept as well (replayConsent, chatConsent). They belong to the device and stay when you log out.',
        'For as long as a tab is open, it may also note that it has reloaded itself after an update of the app (reloadedBuild), that you went to pay (checkoutBegun), since when it has been waiting for your plan (legendAwaitedSince), which ad it showed last (lastAd), that you came to join a game (joinWanted), which big screen it is (stageToken), and that it has told a visitor what signing in keeps (visitorCardShown).',
      ],
    },
    {
      heading: 'How to remove it',
      blocks: [
        'Logging out removes all of it but the key of the device and your answer about the chat and recordings, which you can change on this page. Deleting your account, or signing out everywhere, removes the key of the device too. You can also clear the data of this site in the settings of your browser; you are then signed out and start with an empty choice of topics.',
      ],
    },
    {
      heading: 'No tracking',
      blocks: [
        'We use no advertising cookies, no tracking pixels and no statistics of others. All that is kept is needed for what you asked for; we ask only where there is something to choose.',
      ],
    },
    {
      heading: 'Others',
      blocks: [
        'If you pay, you leave our pages for those of Stripe, which sets cookies under its own policy. Where this site offers a support chat, the chat sets what it needs to find your conversation again; it is loaded only after you have agreed to it.',
      ],
    },
  ],
}
