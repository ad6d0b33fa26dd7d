import { ANSWER_MS, TIME_FACTORS, type TimeFactor } from '@quizmaster/contract/limits'
import { clsx } from 'clsx/lite'
import { type ReactNode, useState } from 'react'
import { queryClient } from '../../platform/query-client.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { ClockIcon } from '../../ui/graphics/icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SETTINGS_KEY, updateSettings, useSettings } from './settings.ts'
import { TIME_STRINGS } from './strings.ts'
import styles from './time-to-answer.module.css'

const secondsOf = (factor: TimeFactor) => (ANSWER_MS * factor) / 1000

/**
 * The setting for how long the player has for a question in games, with other game settings below it. Nothing is saved
 * until "Save" is pressed, because the time can be changed only once a week.
 */
export function TimeToAnswer({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const settings = useSettings()
  const saved = settings?.time_factor ?? 1
  const keptUntilMs = settings?.time_factor_kept_until
  const [chosen, setChosen] = useState<TimeFactor | null>(null)
  const factor = keptUntilMs === undefined ? (chosen ?? saved) : saved
  const { run, isPending } = useAction((time_factor: TimeFactor) => updateSettings({ time_factor }), {
    onDone: ({ time_factor_kept_until }) => announce(TIME_STRINGS.savedUntil(time_factor_kept_until)),
    onFailure: (error) => {
      showFailure(TIME_STRINGS.failed, error)
      // It may have been changed on another device in the meantime.
      void queryClient.invalidateQueries({ queryKey: SETTINGS_KEY })
    },
  })
  return (
    <Card className={clsx(styles.card, className)} isRoomy aria-labelledby="time-to-answer">
      <h2 className={styles.title} id="time-to-answer">
        {TIME_STRINGS.title}
      </h2>
      <p id="time-to-answer-text">{TIME_STRINGS.text}</p>
      <Segmented
        label={TIME_STRINGS.title}
        describedBy="time-to-answer-text"
        segments={TIME_FACTORS.map((value) => ({
          value: String(value),
          label: `${value}×`,
          spoken: TIME_STRINGS.factor(value, secondsOf(value)),
        }))}
        value={String(factor)}
        onChange={(value) => setChosen(Number(value) as TimeFactor)}
        isDisabled={settings === undefined || keptUntilMs !== undefined}
      />
      <p className={styles.now}>
        <b>{secondsOf(factor)}</b>
        {TIME_STRINGS.secondsEach}
      </p>
      <Button block isPending={isPending} isDisabled={factor === saved} onClick={() => run(factor)}>
        {keptUntilMs === undefined ? TIME_STRINGS.save : TIME_STRINGS.saved}
      </Button>
      <p className={styles.once}>
        <ClockIcon />
        {keptUntilMs === undefined ? TIME_STRINGS.onceAWeek : TIME_STRINGS.again(keptUntilMs)}
      </p>
      {children}
    </Card>
  )
}
