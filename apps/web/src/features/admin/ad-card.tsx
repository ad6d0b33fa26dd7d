import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Card } from '../../ui/layout/card.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '../../ui/graphics/icons.tsx'
import { CrossIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { TextArea, TextField } from '../../ui/fields/text-field.tsx'
import styles from './ads.module.css'
import { AD_IMAGE_PATTERN } from '@quizmaster/contract/limits'
import { type AdDraft, type AdField, type AdProblems } from './ad-draft.ts'
import { ADS_STRINGS } from './strings.ts'
import { adFieldId } from './ads-editing.ts'
import { useFocusOnRemoval } from './use-focus-on-removal.ts'

type Props = {
  ad: AdDraft
  /** Starts at 1. */
  place: number
  count: number
  problems: AdProblems
  onChange: (ad: AdDraft) => void
  /** Receives the new place, starting at 1. */
  onMove: (to: number) => void
  onRemove: () => void
}

/** One ad: its fields, its picture, and the buttons to move and remove it. */
export function AdCard(props: Props) {
  const { ad, place, problems, onChange } = props
  const card = useRef<HTMLElement>(null)
  useFocusOnRemoval(card)
  const field = (name: AdField) => ({
    id: adFieldId(ad.key, name),
    label: ADS_STRINGS[name],
    value: ad[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...ad, [name]: event.target.value }),
  })
  return (
    <Card className={styles.card} ref={card}>
      <div className={styles.head}>
        <h2>{ad.title.trim() || ADS_STRINGS.ad(place)}</h2>
        <PlaceButtons {...props} />
      </div>
      <div className={styles.body}>
        <Picture path={ad.image.trim()} />
        <div className={styles.fields}>
          <TextField {...field('title')} />
          <TextField {...field('subtitle')} />
          <TextField {...field('image')} inputMode="url" spellCheck={false} />
          <TextField {...field('link')} type="url" spellCheck={false} />
          <TextArea {...field('texts')} hint={ADS_STRINGS.textsHint} rows={3} className={styles.texts} />
        </div>
      </div>
    </Card>
  )
}

function PlaceButtons({ ad, place, count, onMove, onRemove }: Props) {
  const name = ad.title.trim() || ADS_STRINGS.ad(place)
  return (
    <div className={styles.buttons}>
      <MoveButton
        label={ADS_STRINGS.up(name)}
        icon={<ArrowUpIcon />}
        isLast={place === 1}
        onMove={() => onMove(place - 1)}
      />
      <MoveButton
        label={ADS_STRINGS.down(name)}
        icon={<ArrowDownIcon />}
        isLast={place === count}
        onMove={() => onMove(place + 1)}
      />
      <IconButton label={ADS_STRINGS.remove(name)} icon={<CrossIcon />} size="small" onClick={onRemove} />
    </div>
  )
}

type MoveProps = { label: string; icon: ReactNode; isLast: boolean; onMove: () => void }

/** Moving may remount the card, so the button takes the focus again. */
function MoveButton({ label, icon, isLast, onMove }: MoveProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      size="small"
      className={styles.move}
      aria-disabled={isLast || undefined}
      onClick={(event) => {
        const button = event.currentTarget
        flushSync(onMove)
        button.focus()
      }}
    />
  )
}

/** The picture as players see it, or a note that the path has none. */
function Picture({ path }: { path: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = AD_IMAGE_PATTERN.test(path) && path !== broken
  return (
    <div className={styles.picture}>
      {isShown ? (
        <img src={path} alt="" width={120} height={180} onError={() => setBroken(path)} />
      ) : (
        <span>{ADS_STRINGS.noPicture}</span>
      )}
    </div>
  )
}
