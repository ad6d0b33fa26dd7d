import { BackLink } from '../../../ui/back-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Page, PageTitle } from '../../../ui/page.tsx'
import { FriendsArt } from '../friends-art.tsx'
import styles from './chooser.module.css'
import { CHOOSER_STRINGS } from './strings.ts'

/** The modes of a game with friends (spec 2). Neither is there yet, and both say so. */
export function GameModeChooser() {
  return (
    <Page>
      <BackLink to="/app/dashboard" />
      <PageTitle>{CHOOSER_STRINGS.title}</PageTitle>
      <div className={styles.modes}>
        <Mode title={CHOOSER_STRINGS.fun} text={CHOOSER_STRINGS.funText} />
        <Mode title={CHOOSER_STRINGS.competitive} text={CHOOSER_STRINGS.competitiveText} isFarOff />
      </div>
    </Page>
  )
}

type ModeProps = { title: string; text: string; isFarOff?: boolean }

function Mode({ title, text, isFarOff = false }: ModeProps) {
  return (
    <Card edge={isFarOff ? 'dashed' : 'solid'} className={classNames(styles.mode, isFarOff && styles.farOff)}>
      <FriendsArt className={styles.art} viewBox="0 4 320 144" />
      <div className={styles.words}>
        <h2>{title}</h2>
        <p>{text}</p>
        <span className={styles.tag}>{CHOOSER_STRINGS.inDevelopment}</span>
      </div>
    </Card>
  )
}
