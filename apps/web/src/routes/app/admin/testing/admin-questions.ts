const uuid = (digit: string, place: number) => `${digit.repeat(8)}-0000-4000-8000-${String(place).padStart(12, '0')}`

/** A question as the admin API returns it; the second answer is right. */
export function buildQuestion(place: number, text: string, more: object = {}) {
  const answers = ['Rome', 'Athens', 'Paris', 'London'].map((answer, index) => ({
    id: uuid('a', place * 10 + index),
    text: answer,
  }))
  return {
    id: uuid('b', place),
    key: `sport-history/q-${place}`,
    topic: { id: uuid('c', 1), text: 'Sport history' },
    text,
    answers,
    correct_answer_id: uuid('a', place * 10 + 1),
    description: 'They were held in 1896.',
    status: 'active',
    is_review_due: false,
    is_edited: false,
    conflict: null,
    ...more,
  }
}

/** A question with complaints. */
export function complainAbout(question: object, more: object = {}) {
  return {
    question,
    complaint_count: 14,
    player_count: 12,
    counted_count: 11,
    reasons: { answers: 9, none: 5 },
    comments: [],
    reporters: [],
    last_at: Date.now() - 2 * 3_600_000 - 60_000,
    ...more,
  }
}

/** A page of complaints. */
export function complaintPage(questions: object[], hasMore = false) {
  return { questions, open_question_count: 3, open_complaint_count: 22, has_more: hasMore }
}
