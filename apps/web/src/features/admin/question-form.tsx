import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import { type UseFormRegister, useForm } from 'react-hook-form'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea, TextField } from '../../ui/fields/text-field.tsx'
import { editQuestion } from './admin-calls.ts'
import {
  answerProblem,
  descriptionProblem,
  editOf,
  formFieldOf,
  formOf,
  type QuestionForm as Form,
  questionTextProblem,
} from './question-form-fields.ts'
import styles from './question.module.css'
import { ADMIN_STRINGS, QUESTION_STRINGS } from './strings.ts'
import { useAdminAction } from './use-admin-action.ts'
import { useQuestionDraft } from './question-draft.ts'

const { fields } = QUESTION_STRINGS

export type QuestionFormProps = { question: AdminQuestion; onClose: () => void }

/** The form for a question's content. Refusals are shown under their fields. */
export function QuestionForm({ question, onClose }: QuestionFormProps) {
  const form = useForm<Form>({ defaultValues: formOf(question) })
  const { register, handleSubmit, setError, setFocus, formState } = form
  const discardDraft = useQuestionDraft(question.id, form)
  // The form library tracks only values that are read during render.
  const { errors, isDirty } = formState
  const { run, isPending } = useAdminAction({
    act: async (written: Form) => {
      const saved = await editQuestion(question.id, editOf(question, written))
      // Not in onDone, so that an operator who has left the screen is not warned about unsaved changes.
      discardDraft()
      return saved
    },
    done: () => QUESTION_STRINGS.done.edit,
    onDone: onClose,
    onFieldErrors: (refused) => {
      const wrong = Object.entries(refused).map(([name, [message = '']]) => ({ name: formFieldOf(name), message }))
      for (const { name, message } of wrong) if (name) setError(name, { message })
      setFocus(wrong.find(({ name }) => name)?.name ?? 'text')
      announceNow(wrong[0]?.message ?? '')
    },
  })
  const submit = handleSubmit(
    // Saving an unchanged question would turn the file's content into an edit.
    (written) => (isDirty ? run(written) : close()),
    (found) => announceNow(firstMessage(found)),
  )
  function close() {
    discardDraft()
    onClose()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextArea
        label={fields.text}
        error={errors.text?.message}
        {...register('text', { validate: (text) => questionTextProblem(text) ?? true })}
      />
      <fieldset>
        <legend className={styles.legend}>{fields.answers}</legend>
        <div className={styles.answerFields}>
          {question.answers.map(({ id }, index) => (
            <Answer key={id} id={id} index={index} register={register} error={errors.answers?.[index]?.text?.message} />
          ))}
        </div>
      </fieldset>
      <TextArea
        label={fields.description}
        rows={3}
        error={errors.description?.message}
        {...register('description', { validate: (text) => descriptionProblem(text) ?? true })}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" size="small" isPending={isPending}>
          {fields.save}
        </Button>
        <Button size="small" onClick={close}>
          {ADMIN_STRINGS.cancel}
        </Button>
      </div>
    </form>
  )
}

type AnswerProps = { id: string; index: number; register: UseFormRegister<Form>; error: string | undefined }

function Answer({ id, index, register, error }: AnswerProps) {
  return (
    <div className={styles.answer}>
      <input
        type="radio"
        className={styles.radio}
        value={id}
        aria-label={fields.isRight(index + 1)}
        {...register('correct_answer_id')}
      />
      <TextField
        label={fields.answer(index + 1)}
        isLabelHidden
        error={error}
        {...register(`answers.${index}.text`, { validate: (_, { answers }) => answerProblem(index, answers) ?? true })}
      />
    </div>
  )
}

function firstMessage(errors: object): string {
  for (const error of Object.values(errors) as unknown[]) {
    if (typeof error !== 'object' || error === null) continue
    const { message } = error as { message?: unknown }
    const found = typeof message === 'string' ? message : firstMessage(error)
    if (found) return found
  }
  return ''
}
