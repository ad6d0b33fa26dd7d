/** The groups that the bank is sorted into; a name apart from these is taken for a slip. */
export const TOPIC_GROUPS: readonly string[] = [
  'Places',
  'The past',
  'Earth and life',
  'Space',
  'Science',
  'Mathematics and puzzles',
  'Technology and transport',
  'Art and building',
  'Words and books',
  'Myth, belief and thought',
  'Music and screen',
  'Games and sport',
  'Food and drink',
  'Body',
  'Society and everyday',
]
