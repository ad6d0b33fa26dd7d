import styles from './picture.module.css'
import type { Composition } from './scene/composition.ts'
import { sceneSvg, svgAddress } from './scene/scene.ts'

/** The mountain with the marks of a play. It says nothing that is not said in words beside it. */
export function Picture({ composition, marks }: { composition: Composition; marks: readonly boolean[] }) {
  return (
    <div className={styles.picture}>
      <img src={svgAddress(sceneSvg(composition, marks))} alt="" />
    </div>
  )
}
