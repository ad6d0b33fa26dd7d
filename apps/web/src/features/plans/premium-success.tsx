import { Button } from '../../ui/controls/button.tsx'
import { Halo } from '../../ui/graphics/halo.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import styles from './payment-outcome.module.css'
import { PLANS_STRINGS } from './strings.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** The modal that welcomes a new Legend (product 2). */
export function PremiumSuccess({ isOpen, onClose }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={PLANS_STRINGS.welcome} align="center">
      <Halo size="large">
        <img className={styles.picture} src="/img/state-success.svg" alt="" width={184} height={184} />
      </Halo>
      <Button className={styles.button} variant="primary" block onClick={onClose}>
        {PLANS_STRINGS.continue}
      </Button>
    </Sheet>
  )
}
