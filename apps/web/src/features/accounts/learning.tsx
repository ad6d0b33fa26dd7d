import { clsx } from 'clsx/lite'
import { queryClient } from '../../platform/query-client.ts'
import { useAction } from '../../platform/use-action.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { ForwardIcon } from '../../ui/graphics/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { updateSettings, useSettings } from './settings.ts'
import { strings } from './strings.ts'
import styles from './your-data.module.css'

/** A link to My stats, and the switch for whether missed questions come back. */
export function Learning({ className, statsPath }: { className?: string | undefined; statsPath: string }) {
  const settings = useSettings()
  const { run, pendingInput } = useAction((review_missed: boolean) => updateSettings({ review_missed }), {
    onDone: () => queryClient.invalidateQueries({ queryKey: ['due_count'] }),
    onFailure: (error) => showFailure(strings.failed, error),
  })
  return (
    <Card className={clsx(styles.card, className)} isRoomy aria-labelledby="learning">
      <h2 className={styles.title} id="learning">
        {strings.learning}
      </h2>
      <ul>
        <li className={styles.item}>
          <Link className={styles.row} to={statsPath}>
            {strings.myStats}
            <ForwardIcon weight={2.4} />
          </Link>
        </li>
      </ul>
      <Switch
        label={strings.bringBack}
        note={strings.bringBackNote}
        isOn={pendingInput ?? settings?.review_missed ?? true}
        onChange={run}
        isDisabled={settings === undefined}
      />
    </Card>
  )
}
