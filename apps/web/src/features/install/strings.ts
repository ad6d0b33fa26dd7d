/** † Strings about installing the web app, in Account. */
export const INSTALL_STRINGS = {
  title: 'Quizmaster app',
  benefit: 'From your home screen',
  install: 'Install',
  iosBefore: 'In Safari, press',
  iosShare: 'Share',
  iosAfter: ', then “Add to Home Screen”.',
} as const
