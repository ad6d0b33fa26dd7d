import { displayNameProblem } from '@quizmaster/contract/display-name'
import type { User } from '@quizmaster/contract/http/user'
import { userApi } from '@quizmaster/contract/routes/user'
import { useState } from 'react'
import { call, dataOf } from '../../platform/http.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useTextForm } from '../../ui/fields/use-text-form.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { setCurrentUser } from './current-user.ts'
import { showFormErrors } from '../../platform/form-errors.ts'
import styles from './profile.module.css'
import { strings } from './strings.ts'

/** Changes the display name and whether it is shown on the leaderboard. */
export function ProfileForm({ user }: { user: User }) {
  const [isShown, setIsShown] = useState(user.show_on_leaderboard)
  const { form, field, isPending } = useTextForm({
    name: 'displayName',
    initial: user.display_name ?? '',
    check: displayNameProblem,
    async send(displayName, refuse) {
      try {
        const body = { id: user.id, displayName, show_on_leaderboard: isShown }
        setCurrentUser(dataOf(await call(userApi.updateProfile, body)))
        showToast({ type: 'success', title: strings.profileUpdated, message: strings.profileUpdatedMessage })
      } catch (error) {
        showFormErrors(strings.failed, error, ['displayName'], (_field, message) => refuse(message))
      }
    },
  })

  return (
    <form className={styles.form} {...form}>
      <TextField label={strings.displayName} autoComplete="nickname" enterKeyHint="done" {...field} />
      <Switch
        label={strings.showOnLeaderboard}
        // The call takes both values and needs a name, so users without one are told so in advance.
        {...(user.display_name === null && { note: strings.nameFirst })}
        isOn={isShown}
        onChange={setIsShown}
      />
      <Button type="submit" variant="primary" block isPending={isPending}>
        {strings.updateProfile}
      </Button>
    </form>
  )
}
