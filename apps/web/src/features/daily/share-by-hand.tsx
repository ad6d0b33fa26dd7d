import { Button } from '../../ui/controls/button.tsx'
import styles from './share-by-hand.module.css'
import { DAILY_STRINGS } from './strings.ts'
import type { Sharing } from './use-share.ts'

/** The text and the link to select by hand, and a button that saves the picture. */
export function ShareByHand({ share }: { share: Sharing }) {
  return (
    <div className={styles.box}>
      <p className={styles.text}>{share.text}</p>
      <Button size="small" onClick={share.save}>
        {DAILY_STRINGS.savePicture}
      </Button>
    </div>
  )
}
