import { lazyNamed } from '../../platform/lazy.ts'
import type { ConfirmSheetProps } from '../../ui/sheet/confirm-sheet.tsx'
import { LazySheet } from '../../ui/sheet/lazy-sheet.tsx'

const ConfirmSheet = lazyNamed<'ConfirmSheet', ConfirmSheetProps>(
  () => import('../../ui/sheet/confirm-sheet.tsx'),
  'ConfirmSheet',
)

/** A confirm sheet whose code is fetched when it first opens. */
export function LazyConfirmSheet(props: ConfirmSheetProps) {
  return (
    <LazySheet isOpen={props.isOpen}>
      <ConfirmSheet {...props} />
    </LazySheet>
  )
}
