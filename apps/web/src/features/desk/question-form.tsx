import { yupResolver } from '@hookform/resolvers/yup'
import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import { type UseFormRegister, useForm } from 'react-hook-form'
import { alert } from '../../ui/feedback/announce.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { editQuestion } from './desk-calls.ts'
import { editOf, formFieldOf, formOf, type QuestionForm as Form, questionFormSchema } from './question-form-fields.ts'
import styles from './question-form.module.css'
import { DESK_STRINGS, QUESTION_STRINGS } from './strings.ts'
import { useDeskAction } from './use-desk-action.ts'
import { useQuestionDraft } from './use-question-draft.ts'

const { fields } = QUESTION_STRINGS

type Props = { question: AdminQuestion; onClose: () => void }

/** All that a question says, to be changed. What is refused stands under its field. */
export function QuestionForm({ question, onClose }: Props) {
  const form = useForm<Form>({ resolver: yupResolver(questionFormSchema), defaultValues: formOf(question) })
  const { register, handleSubmit, setError, setFocus, formState } = form
  const forgetDraft = useQuestionDraft(question.id, form)
  // Read while drawing: only then does the form keep them.
  const { errors, isDirty } = formState
  const { mutate, isPending } = useDeskAction({
    act: async (written: Form) => {
      const saved = await editQuestion(question.id, editOf(question, written))
      // Here and not with the screen's answer: whoever looks at another screen meanwhile has nothing unsaved left.
      forgetDraft()
      return saved
    },
    done: () => QUESTION_STRINGS.done.edit,
    onFieldErrors: (refused) => {
      const wrong = Object.entries(refused).map(([name, [message = '']]) => ({ name: formFieldOf(name), message }))
      for (const { name, message } of wrong) if (name) setError(name, { message })
      setFocus(wrong.find(({ name }) => name)?.name ?? 'text')
      alert(wrong[0]?.message ?? '')
    },
  })
  const submit = handleSubmit(
    // Saving what was not changed would make an edit of the file's own words.
    (written) => (isDirty ? mutate(written, { onSuccess: onClose }) : close()),
    (found) => alert(firstMessage(found)),
  )
  function close() {
    forgetDraft()
    onClose()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextArea label={fields.text} error={errors.text?.message} {...register('text')} />
      <fieldset>
        <legend className={styles.legend}>{fields.answers}</legend>
        <div className={styles.answers}>
          {question.answers.map(({ id }, index) => (
            <Answer key={id} id={id} index={index} register={register} error={errors.answers?.[index]?.text?.message} />
          ))}
        </div>
      </fieldset>
      <TextArea label={fields.description} rows={3} error={errors.description?.message} {...register('description')} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" size="small" isPending={isPending}>
          {fields.save}
        </Button>
        <Button size="small" onClick={close}>
          {DESK_STRINGS.cancel}
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
      <TextField label={fields.answer(index + 1)} isLabelHidden error={error} {...register(`answers.${index}.text`)} />
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
