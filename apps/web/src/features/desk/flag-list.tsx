import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { fetchFlags, type Flag, setFlag } from './desk-calls.ts'
import { DeskPart, Nothing } from './desk-part.tsx'
import styles from './desk.module.css'
import { SITE_STRINGS } from './strings.ts'
import { DESK_KEY, useDeskAction } from './use-desk-action.ts'

/** The features that can be switched on and off. */
export function FlagList({ title }: { title: string }) {
  const query = useQuery({ queryKey: [DESK_KEY, 'flags'], queryFn: ({ signal }) => fetchFlags(signal) })
  return (
    <>
      <PageTitle subtitle={SITE_STRINGS.flagsHint}>{title}</PageTitle>
      <DeskPart query={query}>
        {(flags) =>
          flags.length === 0 ? (
            <Nothing>{SITE_STRINGS.noFlags}</Nothing>
          ) : (
            <Card className={styles.flags}>
              {flags.map((flag) => (
                <FlagSwitch key={flag.name} flag={flag} />
              ))}
            </Card>
          )
        }
      </DeskPart>
    </>
  )
}

/** It shows what the server says, and so turns only when the change has been made. */
function FlagSwitch({ flag: { name, is_enabled: isOn, is_overridden: isOverridden } }: { flag: Flag }) {
  const { mutate, isPending } = useDeskAction({
    act: (isEnabled: boolean) => setFlag(name, isEnabled),
    done: (_, isEnabled) => (isEnabled ? SITE_STRINGS.flagOn : SITE_STRINGS.flagOff),
  })
  const why = isOverridden ? SITE_STRINGS.overridden : isPending ? SITE_STRINGS.saving : null
  return (
    <Switch
      label={SITE_STRINGS.flagNames[name] ?? name}
      note={why ? `${name}: ${why}` : name}
      isOn={isOn}
      isDisabled={isOverridden || isPending}
      onChange={mutate}
    />
  )
}
