import type { ReactNode, Ref } from 'react'
import { clsx } from 'clsx/lite'
import styles from './question-layout.module.css'
import { LoadingRegion } from '../../ui/feedback/skeleton.tsx'

/** The `main` of a play screen. It always has the height that the header leaves. */
export function QuestionMain({ children }: { children: ReactNode }) {
  return (
    <main className={styles.screen} id="content" tabIndex={-1}>
      {children}
    </main>
  )
}

type Props = {
  /** The question card first, then what is below it, or beside it on wide screens. */
  children: ReactNode
  ref?: Ref<HTMLDivElement>
  /** The time bar of a timed question, along the header's lower edge. */
  timer?: ReactNode
  /** Whether the ranking replaces the answers and the dock. */
  isRanking?: boolean
  /** Adds two rows for watchers: the status line under the answers, and the seat. */
  isWatching?: boolean
  /** Whether the parts are skeletons. */
  isLoading?: boolean
}

/** A question and its answers (design 3.3, 3.4). The card takes the free space; the rest never moves. */
export function QuestionLayout({
  children,
  ref,
  timer,
  isRanking = false,
  isWatching = false,
  isLoading = false,
}: Props) {
  const looks = clsx(
    styles.stage,
    timer !== undefined && styles.timed,
    isRanking && styles.ranking,
    isWatching && styles.watching,
  )
  return (
    <>
      {timer}
      <div className={styles.box}>
        {isLoading ? (
          <LoadingRegion className={looks}>{children}</LoadingRegion>
        ) : (
          <div ref={ref} className={looks}>
            {children}
          </div>
        )}
      </div>
    </>
  )
}
