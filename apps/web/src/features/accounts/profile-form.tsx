import { displayNameProblem } from '@quizmaster/contract/display-name'
import type { User } from '@quizmaster/contract/http/user'
import { userApi } from '@quizmaster/contract/routes/user'
import { Controller, useForm } from 'react-hook-form'
import { call, dataOf } from '../../platform/http.ts'
import { announceNow } from '../../ui/feedback/announce.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { setCurrentUser } from './current-user.ts'
import { showFormErrors } from '../../platform/form-errors.ts'
import styles from './profile.module.css'
import { strings } from './strings.ts'

/** Changes the display name and whether it is shown on the leaderboard. */
export function ProfileForm({ user }: { user: User }) {
  const { control, register, handleSubmit, setError, formState } = useForm({
    defaultValues: { displayName: user.display_name ?? '', showOnLeaderboard: user.show_on_leaderboard },
  })

  const submit = handleSubmit(
    async ({ displayName, showOnLeaderboard }) => {
      try {
        const body = { id: user.id, displayName, show_on_leaderboard: showOnLeaderboard }
        setCurrentUser(dataOf(await call(userApi.updateProfile, body)))
        showToast({ type: 'success', title: strings.profileUpdated, message: strings.profileUpdatedMessage })
      } catch (error) {
        showFormErrors(strings.failed, error, ['displayName'], (field, message) =>
          setError(field, { message }, { shouldFocus: true }),
        )
      }
    },
    ({ displayName }) => announceNow(displayName?.message ?? ''),
  )

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={strings.displayName}
        autoComplete="nickname"
        enterKeyHint="done"
        error={formState.errors.displayName?.message}
        {...register('displayName', { validate: (name) => displayNameProblem(name) ?? true })}
      />
      <Controller
        control={control}
        name="showOnLeaderboard"
        render={({ field }) => (
          <Switch
            label={strings.showOnLeaderboard}
            // The call takes both values, so a user without a name sees this before submitting.
            {...(user.display_name === null && { note: strings.nameFirst })}
            isOn={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Button type="submit" variant="primary" block isPending={formState.isSubmitting}>
        {strings.updateProfile}
      </Button>
    </form>
  )
}
