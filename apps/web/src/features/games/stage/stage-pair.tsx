import { clsx } from 'clsx/lite'
import { useEffect } from 'react'
import { announce } from '../../../ui/feedback/announce.tsx'
import { QrCode } from '../../../ui/graphics/qr-code.tsx'
import { WAYMARKS } from '../../../ui/graphics/waymark-shapes.ts'
import { GAME_PATHS } from '../game-routes.ts'
import { useShareOrigin } from '../share-origin.ts'
import { StageFrame } from './stage-frame.tsx'
import frame from './stage-frame.module.css'
import lobby from './stage-lobby.module.css'
import styles from './stage-pair.module.css'
import { StageSoundButton } from './stage-sound-button.tsx'
import { STAGE_STRINGS } from './strings.ts'

/** The letters with which a host pairs this screen, and a QR code that does the same. */
export function StagePair({ letters }: { letters: string }) {
  const origin = useShareOrigin()
  useEffect(() => announce(`${STAGE_STRINGS.pairTitle}. ${STAGE_STRINGS.letters(letters)}`), [letters])
  return (
    <StageFrame
      footer={
        <>
          <span>{STAGE_STRINGS.lettersChange}</span>
          <StageSoundButton />
        </>
      }
    >
      <div className={clsx(lobby.two, !origin && lobby.noCode)}>
        {origin && (
          <div className={lobby.code}>
            <QrCode text={`${origin}${GAME_PATHS.stage}/${letters}`} label={STAGE_STRINGS.pairingCode(letters)} />
          </div>
        )}
        <section className={styles.pair}>
          <h1>{STAGE_STRINGS.pairTitle}</h1>
          <ol className={styles.steps}>
            {STAGE_STRINGS.steps.map((step, index) => (
              <li key={step}>
                <span className={clsx(styles.number, frame[WAYMARKS[index] ?? 'peak'])}>{index + 1}</span>
                <span>
                  {step}
                  {index === 1 && (
                    <>
                      {' '}
                      <b>{STAGE_STRINGS.showOnScreen}</b>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ol>
          <p className={styles.letters}>
            <span className="sr">{STAGE_STRINGS.letters(letters)}</span>
            {Array.from(letters).map((letter, index) => (
              // A letter may occur twice, so the key is all letters up to it.
              <span key={letters.slice(0, index + 1)} className={styles[WAYMARKS[index] ?? 'peak']} aria-hidden="true">
                {letter}
              </span>
            ))}
          </p>
        </section>
      </div>
    </StageFrame>
  )
}
