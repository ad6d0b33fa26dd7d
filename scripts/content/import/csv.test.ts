import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

const HEADER = 'topic,question,right,wrong1,wrong2,wrong3'
const ROW = 'Rivers,Which river flows through Paris?,Seine,Loire,Rhône,Marne'

test('a row becomes a question of its topic', () => {
  expect(readCsv('quiz.csv', `${HEADER}\n${ROW}\n`).candidates).toEqual([
    {
      place: 'row 2',
      topic: { key: 'imported-rivers', name: 'Rivers', group: 'Imported', synonyms: [] },
      isOwn: false,
      question: {
        id: expect.stringMatching(/^q-[0-9a-f]{12}$/),
        difficulty: 2,
        text: 'Which river flows through Paris?',
        answers: expect.arrayContaining(['Seine', 'Loire', 'Rhône', 'Marne']),
        right: 'Seine',
      },
    },
  ])
})

test('all columns are read, in any order and case, with semicolons, quotes, line breaks and a byte order mark', () => {
  const header =
    '"Source URL";source_name;Source Licence;ID;Group;Description;Difficulty;wrong3;wrong2;wrong1;right;question;topic'
  const row =
    'https://example.org;"Ann; Bob";CC0;seine;Places;"It says\n""hello"".";hard;C;B;"A, a";Seine;Which?;Rivers'
  const [candidate] = readCsv('quiz.csv', `\uFEFF${header}\r\n${row}\r\n`).candidates
  expect(candidate?.topic.group).toBe('Places')
  expect(candidate?.question).toEqual({
    id: 'seine',
    difficulty: 3,
    text: 'Which?',
    answers: expect.arrayContaining(['Seine', 'A, a', 'B', 'C']),
    right: 'Seine',
    description: 'It says "hello".',
    source: { name: 'Ann; Bob', url: 'https://example.org', licence: 'CC0' },
  })
})

test('rows are numbered as in a spreadsheet, including empty ones', () => {
  const csv = `${HEADER}\n${ROW}\n\n,,,,,\n${ROW.replace('Rivers', '"Rivers,\nlakes"')}\n${ROW.replace('Seine', '')}\n`
  expect(() => readCsv('quiz.csv', csv)).toThrow('quiz.csv, row 6: an answer is empty')
})

test('topics with the same slug get different keys', () => {
  const csv = [HEADER, ...['C', 'C#', 'C++', '数学', 'Łódź'].map((name) => ROW.replace('Rivers', name))].join('\n')
  const keys = readCsv('quiz.csv', csv).candidates.map(({ topic }) => topic.key)
  expect(new Set(keys).size).toBe(5)
  for (const key of keys) expect(key).toMatch(/^imported(-[a-z0-9]+)+$/)
})

const BAD: [fault: string, csv: string, said: string][] = [
  ['nothing in it', '', "quiz.csv, row 1: the column 'topic' is missing"],
  ['a header only', HEADER, 'quiz.csv: holds no questions'],
  ['a missing column', HEADER.replace('wrong3', 'group'), "row 1: the column 'wrong3' is missing"],
  ['an unknown column', `${HEADER},descripton\n${ROW},x`, "row 1: the column 'descripton' is unknown"],
  ['a column twice', `${HEADER},right\n${ROW},x`, "row 1: the column 'right' appears twice"],
  ['a field too few', `${HEADER}\nRivers,Which?,A,B,C`, 'quiz.csv, row 2: 5 fields, the header has 6'],
  ['a field too many', `${HEADER}\n${ROW},x`, 'quiz.csv, row 2: 7 fields, the header has 6'],
  ['an open quote', `${HEADER}\n"Rivers,Which?,A,B,C,D`, 'quiz.csv: Quote Not Closed'],
  ['an unknown difficulty', `${HEADER},difficulty\n${ROW},4`, "row 2: the difficulty '4' is not one of"],
  ['a bad id', `${HEADER},id\n${ROW},Seine 1`, "row 2: the id 'Seine 1' must be"],
  ['an answer twice', `${HEADER}\n${ROW.replace('Loire', 'seine')}`, "row 2: the answer 'seine' appears twice"],
  [
    'a source without licence',
    `${HEADER},source_name\n${ROW},Ann`,
    'row 2: source_name, source_url and source_licence',
  ],
  [
    'a script for a source',
    `${HEADER},source_name,source_url,source_licence\n${ROW},Ann,javascript:alert(1),CC0`,
    "row 2: the source_url 'javascript:alert(1)' is no web address",
  ],
]

test.each(BAD)('a file with %s is rejected with row and reason', (_fault, csv, said) => {
  expect(() => readCsv('quiz.csv', csv)).toThrow(said)
})
