import { buildQuestion } from '@quizmaster/content/testing/build-topic'
import { expect, test } from 'vitest'
import { nearDuplicates } from './near-duplicates.ts'

type Asked = readonly [text: string, right: string]

function alike(...asked: Asked[]): [number, number][] {
  return nearDuplicates(asked.map(([text, right]) => buildQuestion({ text, right })))
}

/** Pairs that ask for the same fact in other words. */
const SAME: [Asked, Asked][] = [
  [
    ['Which city is the capital of Canada?', 'Ottawa'],
    ['What is the name of the Canada capital city?', 'Ottawa'],
  ],
  [
    ['Which city is the capital of Canada?', 'Ottawa'],
    ['Of which country is Ottawa the capital?', 'Canada'],
  ],
  [
    ['Who wrote the Moomin books?', 'Tove Jansson'],
    ['Which author wrote the books about the Moomins?', 'Tove Jansson'],
  ],
  [
    ['Which planet is the largest of all?', 'Jupiter'],
    ["What is the Solar System's largest planet?", 'Jupiter'],
  ],
  [
    ['How many semitones make a perfect fifth?', 'Seven'],
    ['A perfect fifth spans how many semitones?', 'Seven'],
  ],
  [
    ['In which year did the Berlin Wall fall?', '1989'],
    ['When did the Berlin Wall come down?', '1989'],
  ],
  [
    ['Which metal has the symbol Au?', 'Gold'],
    ['What is the symbol of the metal gold?', 'Au'],
  ],
]

/** Pairs that share words or an answer, and are two facts. */
const DIFFERENT: [Asked, Asked][] = [
  [
    ['What is brie?', 'Cheese'],
    ['What joins brie in a tartiflette?', 'Cheese'],
  ],
  [
    ['Which city is the capital of Canada?', 'Ottawa'],
    ['Which city is the capital of France?', 'Paris'],
  ],
  [
    ['In which year did the First World War begin?', '1914'],
    ['In which year did the First World War end?', '1918'],
  ],
  [
    ['Which element has the symbol Na?', 'Sodium'],
    ['Which element has the symbol K?', 'Potassium'],
  ],
  [
    ['Which ocean is the largest?', 'Pacific'],
    ['Which ocean is edged by the Ring of Fire?', 'Pacific'],
  ],
  [
    ['Who composed the opera Carmen?', 'Bizet'],
    ['Who composed the opera Tosca?', 'Puccini'],
  ],
  [
    ['Who painted the ceiling of the Sistine Chapel?', 'Michelangelo'],
    ['Who carved the David?', 'Michelangelo'],
  ],
]

test.each(SAME)('%s and %s are the same fact', (a, b) => {
  expect(alike(a, ['Which knot makes a fixed loop?', 'Bowline'], b)).toEqual([[0, 2]])
})

test.each(DIFFERENT)('%s and %s are two facts', (a, b) => {
  expect(alike(a, b)).toEqual([])
})

test('the index of rare words finds every pair that a full comparison finds', () => {
  // Texts of few words from a small vocabulary: many pairs lie just above and below the threshold.
  const words = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fungi', 'grape', 'hazel', 'ivory']
  const asked = Array.from({ length: 200 }, (_, index): Asked => {
    const pick = (step: number) => words[Math.floor(index / step) % words.length]
    return [`${pick(1)} ${pick(2)} ${pick(5)} ${pick(11)} ${pick(23)}?`, `${pick(3)}`]
  })
  const byPairs = asked.flatMap((b, right) =>
    asked.slice(0, right).flatMap((a, left) => (alike(a, b).length > 0 ? [[left, right]] : [])),
  )
  const sorted = alike(...asked).toSorted(([a, b], [c, d]) => b - d || a - c)
  expect(byPairs.length).toBeGreaterThan(100)
  expect(sorted).toEqual(byPairs)
})
