import type { Question, Topic, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'

/** A topic for tests, whose id is derived from its text. */
export function buildTopic(text: string): Topic {
  return { id: `topic-${text}` as Topic['id'], text }
}

/** A question for tests with the answers "{name} A" to "{name} D". */
export function buildQuestion(name: string): Question {
  const answers = ['A', 'B', 'C', 'D'].map((letter) => ({
    id: `${name}-${letter}` as Question['answers'][number]['id'],
    text: `${name} ${letter}`,
  }))
  return { id: name as Question['id'], text: `What is ${name}?`, topic: buildTopic('Rivers'), answers }
}

/** What the server says about an answer when the second one, "{name} B", is right. */
export function buildVerdict(question: Question, answerId: string): VerifyAnswerResult {
  const correct = question.answers[1]!
  return {
    correct_answer_id: correct.id,
    correct_answer_text: correct.text,
    is_correct: answerId === correct.id,
    is_pause: true,
    description: `All about ${question.id}.`,
  }
}
