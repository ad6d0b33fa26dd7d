import { expect, test } from 'vitest'
import { RESULT_PICTURE, START_PICTURE, TALL_PICTURE, WIDE_PICTURE } from './composition.ts'
import { sceneSvg } from './scene.ts'

const MARKS = [true, true, true, false, true, true, true, true, false, true]

/** The number of marks on the trail: right, missed and unanswered. */
const countMarks = (svg: string) => [
  svg.match(/paint-order="stroke"/g)?.length ?? 0,
  svg.match(/scale\(\.86\)/g)?.length ?? 0,
  svg.match(/<circle[^>]*fill="#FDF3E3" stroke="#0B2F2B"/g)?.length ?? 0,
]

test.each([
  ['start', START_PICTURE],
  ['result', RESULT_PICTURE],
  ['wide', WIDE_PICTURE],
  ['tall', TALL_PICTURE],
])('the %s picture has ten marks, is the same every time, and contains no text', (_name, composition) => {
  const svg = sceneSvg(composition, MARKS)
  expect(countMarks(svg)).toEqual([8, 2, 0])
  expect(sceneSvg(composition, MARKS)).toBe(svg)
  expect(svg).not.toMatch(/<text|NaN|undefined/)
  const xml = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(xml.querySelector('parsererror')).toBeNull()
})

test('unanswered questions are dots', () => {
  expect(countMarks(sceneSvg(START_PICTURE, []))).toEqual([0, 0, 10])
  expect(countMarks(sceneSvg(START_PICTURE, [true, false]))).toEqual([1, 1, 8])
})
