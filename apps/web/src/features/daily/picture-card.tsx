import type { ReactNode } from 'react'
import { clsx } from 'clsx/lite'
import { Card } from '../../ui/layout/card.tsx'
import styles from './picture-card.module.css'
import type { Composition } from './scene/composition.ts'
import { sceneSvg, svgAddress } from './scene/scene.ts'

type Props = {
  composition: Composition
  marks: readonly boolean[]
  className: string | undefined
  children: ReactNode
}

/** The mountain with the marks of a result, above text with the same content. */
export function PictureCard({ composition, marks, className, children }: Props) {
  return (
    <Card className={clsx(styles.card, className)}>
      <div className={styles.picture}>
        <img src={svgAddress(sceneSvg(composition, marks))} alt="" />
      </div>
      <div className={styles.inside}>{children}</div>
    </Card>
  )
}
