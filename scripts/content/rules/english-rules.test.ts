import { buildQuestion } from '@quizmaster/content/testing/build-topic'
import type { BankQuestion } from '@quizmaster/content/topic-file'
import { expect, test } from 'vitest'
import { englishRules } from './english-rules.ts'

function said(changes: Partial<BankQuestion>) {
  return [...englishRules(buildQuestion(changes))].map(({ level, reason }) => `${level}: ${reason}`)
}

/** A question and what the check reports about it. */
const PLANTED: [text: string, says: string][] = [
  ["For what does the 'm' in a.m. stand?", "starts with a preposition: put it at the end ('For what')"],
  ['From what did coal form?', 'starts with a preposition'],
  ['Of what are the trails made?', 'starts with a preposition'],
  ['As what was Clara Schumann famous?', 'starts with a preposition'],
  ["Against what did Picasso paint 'Guernica'?", 'starts with a preposition'],
  ['On what do the Uros live?', 'starts with a preposition'],
  ['In winter, to which country do swallows fly?', 'starts with a preposition'],
  ['What is the place called where coins are made?', "has a clause separated from its noun ('called where')"],
  ['What is the place called in which coins are made?', 'has a clause separated from its noun'],
  ['What did everything become that King Midas touched?', 'has a clause separated from its noun'],
  ['What are the tall towers with slits for on the roofs of Yazd?', 'leaves a preposition in the middle'],
  ['What happened to the fleet that it built?', "needs no 'that' ('the fleet that it')"],
  ['Which metals did the Romans already use?', "hardly needs 'already'"],
  ['What rings whenever a coin is tested?', "has a needless word ('whenever')"],
  ['What does a cat do now and then?', 'has a needless word'],
  ['What throws back light from a cat?', 'has a childish word'],
  ['Which made-up town did Faulkner write about?', 'has a childish word'],
  [
    'Who wrote a novel of 1967 about Macondo?',
    "has 'of' for a plain compound such as 'a 1967 novel' ('a novel of 1967')",
  ],
  ['Whose film of 1937 won a prize?', "has 'of' for a plain compound"],
]

test.each(PLANTED)('the check notes: %s', (text, says) => {
  expect(said({ text })).toEqual([expect.stringContaining(`note: the question ${says}`)])
})

test.each([
  'In which direction is Arabic written?',
  'On which island was Napoleon born?',
  'At what time of day are cats most active?',
  'Between which two planets does the asteroid belt lie?',
  'Which battle is known as the one that ended the war?',
  'What is a hurricane called when it strikes Japan?',
  'What was the QR code invented for in Japan in 1994?',
  "What is the wax for in the 'lost-wax' method?",
  'Who was told that he would be king?',
  'What did the law of 1842 ban?',
  'How did the Prague Spring of 1968 end?',
  'Which series of 1960s films did he make?',
  'Who won the 1966 final?',
])('the check accepts: %s', (text) => {
  expect(said({ text })).toEqual([])
})

test('answers and descriptions are checked for the patterns that apply to them', () => {
  expect(
    said({ answers: ['It soaks up rain', 'B', 'Magma', 'D'], description: 'A law of 1842 had already ended it.' }),
  ).toEqual([
    "note: the answer 'It soaks up rain' has a childish word: use the term ('soaks up')",
    "note: the description has 'of' for a plain compound such as 'a 1967 novel' ('A law of 1842')",
  ])
})

/** Answers of which the last differs from the others in grammar. */
const UNLIKE: [answers: string[], says: string][] = [
  [['To warn ships', 'To guide pilots', 'To mark a grave', 'A warning to ships'], 'begin with an infinitive'],
  [['Because it sinks', 'So that it floats', 'Because it is hot', 'The heat in it'], 'begin with a reason'],
  [['By boiling it', 'By freezing it', 'By crushing it', 'Under a press'], "begin with 'By' and a verb"],
  [['Boiling it', 'Freezing it', 'Crushing it', 'The press'], "begin with a verb in '-ing'"],
  [['He was a drinker', 'He had sent the bottles', 'His car was hit', "As a drink for his 'food'"], 'are sentences'],
  [["'The Trial'", "'The Castle'", "'Amerika'", 'The Tin Drum'], 'are quoted'],
]

test.each(UNLIKE)('the check notes the odd one among %s', (answers, says) => {
  expect(said({ answers })).toEqual([`note: three answers ${says}, but not '${answers[3]}'`])
})

test.each([
  [['To the left', 'To the right', 'To one side', 'Straight on']],
  [['Printing money', 'Insuring ships', 'Trading in shares', 'Double-entry bookkeeping']],
  [['It is hot', 'It is cold', 'It is wet', 'Water froze at 100']],
  [['It is hot', 'It is cold', 'It is wet', 'In winter, nobody uses it']],
  [['Spring', 'Boiling it', 'Freezing it', 'The press']],
  [['To warn ships', 'To guide pilots', 'A grave', 'A warning']],
])('the check accepts the answers %s', (answers) => {
  expect(said({ answers })).toEqual([])
})
