import { ANSWER_TIME_BUGS } from './bugs/answer-time.ts'
import { ANSWER_BUGS } from './bugs/answers.ts'
import { CLOCK_BUGS } from './bugs/clock.ts'
import { DRAW_BUGS } from './bugs/draw.ts'
import { PEOPLE_BUGS } from './bugs/people.ts'
import { PHASE_BUGS } from './bugs/phases.ts'
import type { PlantedBug } from './bugs/planted-bug.ts'
import { RATING_BUGS } from './bugs/ratings.ts'
import { SEAT_BUGS } from './bugs/seats.ts'
import { VIEW_BUGS } from './bugs/views.ts'

/**
 * Each breaks one rule of contract section 6 (or 3, for what is shown, or 5, for ratings) by a mistake that a person
 * might make.
 */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...ANSWER_BUGS,
  ...ANSWER_TIME_BUGS,
  ...PHASE_BUGS,
  ...CLOCK_BUGS,
  ...PEOPLE_BUGS,
  ...SEAT_BUGS,
  ...VIEW_BUGS,
  ...DRAW_BUGS,
  ...RATING_BUGS,
]
