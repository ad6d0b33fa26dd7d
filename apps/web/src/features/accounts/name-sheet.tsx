import { displayNameProblem } from '@quizmaster/contract/display-name'
import { DISPLAY_NAME_MAX_LENGTH } from '@quizmaster/contract/limits'
import type { User } from '@quizmaster/contract/http/user'
import { logDebug } from '../../platform/log.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useTextForm } from '../../ui/fields/use-text-form.ts'
import sheet from '../../ui/sheet/sheet.module.css'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { setCurrentUser } from './current-user.ts'
import { showFormErrors } from '../../platform/form-errors.ts'
import { chooseGameName, noteAsked } from './game-name.ts'
import { NAME_SHEET_STRINGS } from './name-sheet-strings.ts'

export type NameSheetProps = { user: User; nameShown: string; isOpen: boolean }

/**
 * Asks once for the name to play under. Leaving the field empty or closing the sheet keeps the name that the
 * placeholder shows. The account records that the player was asked.
 */
export function NameSheet({ user, nameShown, isOpen }: NameSheetProps) {
  const { form, field, isPending } = useTextForm({
    name: 'name',
    initial: user.display_name ?? '',
    check: (text) => (text.trim() === '' ? null : displayNameProblem(text)),
    async send(text, refuse) {
      try {
        setCurrentUser(await chooseGameName(text.trim() || null))
        noteAsked()
      } catch (error) {
        showFormErrors(NAME_SHEET_STRINGS.failed, error, ['name'], (_field, message) => refuse(message))
      }
    },
  })
  const close = () => {
    // The sheet closes at once. If the call fails, it appears again in a later lobby.
    noteAsked()
    chooseGameName(null).catch((err: unknown) => logDebug('name_sheet_closing_not_saved', { err }))
  }

  return (
    <Sheet isOpen={isOpen} onClose={close} title={NAME_SHEET_STRINGS.title} initialFocus={field.ref}>
      <p className={sheet.text}>{NAME_SHEET_STRINGS.text}</p>
      <form className={sheet.form} {...form}>
        <TextField
          label={NAME_SHEET_STRINGS.name}
          placeholder={nameShown}
          autoComplete="nickname"
          enterKeyHint="go"
          maxLength={DISPLAY_NAME_MAX_LENGTH}
          {...field}
        />
        <Button type="submit" variant="primary" block isPending={isPending}>
          {NAME_SHEET_STRINGS.continue}
        </Button>
      </form>
    </Sheet>
  )
}
