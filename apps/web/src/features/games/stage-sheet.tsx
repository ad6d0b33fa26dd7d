import { useState } from 'react'
import { siteOrigin } from '../../platform/api-origin.ts'
import { ApiError } from '../../platform/http.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { announce } from '../../ui/feedback/announce.tsx'
import { TickIcon } from '../../ui/graphics/landing-icons.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useCurrentGame } from './current-game.ts'
import { showGameFailure, showIdOnStage, showOnStage, stopStages } from './game-calls.ts'
import { LetterBoxes } from './letter-boxes.tsx'
import { useShareOrigin } from './share-origin.ts'
import styles from './stage-sheet.module.css'
import { GAME_STRINGS } from './strings.ts'

const SCHEME = /^https?:\/\//

type Props = { isOpen: boolean; onClose: () => void }

/** How the host shows the game on a big screen, and what can be done once it is shown. */
export function StageSheet({ isOpen, onClose }: Props) {
  const stage = useCurrentGame(({ game }) => game?.stage)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={GAME_STRINGS.showOnScreen}>
      {stage ? <Connected isIdShown={stage.is_id_shown} onClose={onClose} /> : <Pairing />}
    </Sheet>
  )
}

function Pairing() {
  const origin = useShareOrigin() ?? siteOrigin()
  const [letters, setLetters] = useState('')
  const [error, setError] = useState<string | null>(null)
  const showing = useAction(showOnStage, {
    onDone: () => announce(GAME_STRINGS.stageConnected),
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
            {GAME_STRINGS.openOnScreen} <b>{`${origin.replace(SCHEME, '')}/stage`}</b>
          </span>
        </li>
        <li>
          <span>{GAME_STRINGS.scanOrType}</span>
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
    </div>
  )
}

function Connected({ isIdShown, onClose }: { isIdShown: boolean; onClose: () => void }) {
  const hiding = useAction(showIdOnStage, { onFailure: showGameFailure })
  const stopping = useAction(stopStages, { onDone: onClose, onFailure: showGameFailure })
  return (
    <div className={styles.body}>
      <div className={styles.connected}>
        <span className={styles.tick}>
          <TickIcon weight={3} />
        </span>
        <p>
          <b>{GAME_STRINGS.stageConnected}</b>
          <br />
          {GAME_STRINGS.stageFollows}
        </p>
      </div>
      <Switch
        label={GAME_STRINGS.showHowToJoin}
        note={GAME_STRINGS.hidesCodeAndId}
        isOn={hiding.pendingInput ?? isIdShown}
        onChange={(isOn) => hiding.run(isOn)}
      />
      <div className={styles.buttons}>
        <Button block onClick={onClose}>
          {GAME_STRINGS.done}
        </Button>
        <Button variant="danger" block isPending={stopping.isPending} onClick={() => stopping.run()}>
          {GAME_STRINGS.stopShowing}
        </Button>
      </div>
    </div>
  )
}
