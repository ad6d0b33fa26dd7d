import { useState } from 'react'
import { siteOrigin } from '../../platform/api-origin.ts'
import { ApiError } from '../../platform/http.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { TickIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { BIG_SCREEN_STRINGS } from './big-screen-strings.ts'
import { useCurrentGame } from './current-game.ts'
import { showGameFailure, showIdOnStage, showOnStage, stopStages } from './game-calls.ts'
import { LetterBoxes } from './letter-boxes.tsx'
import { useShareOrigin } from './share-origin.ts'
import styles from './stage-sheet.module.css'
import { STAGE_SHEET_STRINGS } from './stage-sheet-strings.ts'

const SCHEME = /^https?:\/\//

type Props = { isOpen: boolean; onClose: () => void }

/** The host's sheet to show the game on big screens, and to control what they show. */
export function StageSheet({ isOpen, onClose }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={BIG_SCREEN_STRINGS.showOnScreen}>
      <Content onClose={onClose} />
    </Sheet>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const stage = useCurrentGame(({ game }) => game?.stage)
  const [isAdding, setIsAdding] = useState(false)
  if (stage && !isAdding) {
    return <Connected isIdShown={stage.is_id_shown} onAdd={() => setIsAdding(true)} onClose={onClose} />
  }
  const end = () => setIsAdding(false)
  return <Pairing onConnected={end} onCancel={stage ? end : null} />
}

/** Connects a big screen. `onCancel` leads back to the connected screens; null if there are none. */
function Pairing({ onConnected, onCancel }: { onConnected: () => void; onCancel: (() => void) | null }) {
  const origin = useShareOrigin() ?? siteOrigin()
  const [letters, setLetters] = useState('')
  const [error, setError] = useState<string | null>(null)
  const showing = useAction(showOnStage, {
    onDone: () => {
      announce(BIG_SCREEN_STRINGS.stageConnected)
      onConnected()
    },
    onFailure(failure) {
      setLetters('')
      setError((failure instanceof ApiError && failure.fields?.['letters']?.[0]) || failure.message)
    },
  })
  return (
    <div className={styles.body}>
      <ol className={styles.steps}>
        <li>
          <span>
            {STAGE_SHEET_STRINGS.openOnScreen} <b>{`${origin.replace(SCHEME, '')}/stage`}</b>
          </span>
        </li>
        <li>
          <span>{STAGE_SHEET_STRINGS.scanOrType}</span>
        </li>
      </ol>
      <LetterBoxes
        letters={letters}
        onChange={(next) => {
          if (showing.isPending) return
          setLetters(next)
          if (next !== '') setError(null)
        }}
        onComplete={(all) => showing.run(all)}
        error={error}
      />
      {onCancel && (
        <Button block onClick={onCancel}>
          {BIG_SCREEN_STRINGS.notNow}
        </Button>
      )}
    </div>
  )
}

type ConnectedProps = { isIdShown: boolean; onAdd: () => void; onClose: () => void }

function Connected({ isIdShown, onAdd, onClose }: ConnectedProps) {
  const hiding = useAction(showIdOnStage, { onFailure: showGameFailure })
  const stopping = useAction(stopStages, { onDone: onClose, onFailure: showGameFailure })
  return (
    <div className={styles.body}>
      <div className={styles.connected}>
        <span className={styles.tick}>
          <TickIcon weight={3} />
        </span>
        <p>
          <b>{BIG_SCREEN_STRINGS.stageConnected}</b>
          <br />
          {STAGE_SHEET_STRINGS.stageFollows}
        </p>
      </div>
      <Switch
        label={STAGE_SHEET_STRINGS.showHowToJoin}
        note={STAGE_SHEET_STRINGS.hidesCodeAndId}
        isOn={hiding.pendingInput ?? isIdShown}
        onChange={(isOn) => hiding.run(isOn)}
      />
      <div className={styles.buttons}>
        <Button block onClick={onClose}>
          {STAGE_SHEET_STRINGS.done}
        </Button>
        <Button block onClick={onAdd}>
          {STAGE_SHEET_STRINGS.addScreen}
        </Button>
        <Button variant="danger" block isPending={stopping.isPending} onClick={() => stopping.run()}>
          {STAGE_SHEET_STRINGS.stopShowing}
        </Button>
      </div>
    </div>
  )
}
