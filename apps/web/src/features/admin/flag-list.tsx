import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { fetchFlags, type Flag, setFlag } from './admin-calls.ts'
import { AdminList, EmptyList } from './admin-list.tsx'
import styles from './admin.module.css'
import { SITE_STRINGS } from './strings.ts'
import { ADMIN_KEY, useAdminAction } from './use-admin-action.ts'

/** The feature flags as switches. */
export function FlagList({ title }: { title: string }) {
  const query = useQuery({ queryKey: [ADMIN_KEY, 'flags'], queryFn: ({ signal }) => fetchFlags(signal) })
  return (
    <>
      <PageTitle subtitle={SITE_STRINGS.flagsHint}>{title}</PageTitle>
      <AdminList query={query}>
        {(flags) =>
          flags.length === 0 ? (
            <EmptyList>{SITE_STRINGS.noFlags}</EmptyList>
          ) : (
            <Card className={styles.flags}>
              {flags.map((flag) => (
                <FlagSwitch key={flag.name} flag={flag} />
              ))}
            </Card>
          )
        }
      </AdminList>
    </>
  )
}

/** Shows the server's state, so it changes only after the call has succeeded. */
function FlagSwitch({ flag: { name, is_enabled: isOn, is_overridden: isOverridden } }: { flag: Flag }) {
  const { run, isPending } = useAdminAction({
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
      onChange={run}
    />
  )
}
