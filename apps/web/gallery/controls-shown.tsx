import { useState } from 'react'
import { Button } from '../src/ui/controls/button.tsx'
import { Chip, ToggleChip } from '../src/ui/controls/chip.tsx'
import { CodeBoxes } from '../src/ui/fields/code-boxes.tsx'
import { NO_DIGITS, type CodeDigits } from '../src/ui/fields/code-digits.ts'
import { IconButton } from '../src/ui/controls/icon-button.tsx'
import { ArrowRightIcon, CrownIcon, FlagIcon, PasteIcon, SearchIcon, SettingsIcon } from '../src/ui/graphics/icons.tsx'
import { CrossIcon } from '../src/ui/graphics/always-loaded-icons.tsx'
import { Segmented } from '../src/ui/controls/segmented.tsx'
import { Switch } from '../src/ui/controls/switch.tsx'
import { Tabs } from '../src/ui/controls/tabs.tsx'
import { TextField } from '../src/ui/fields/text-field.tsx'
import { Row, Specimen } from './specimen.tsx'

function Buttons() {
  const [isPending, setIsPending] = useState(false)
  const work = () => {
    setIsPending(true)
    setTimeout(() => setIsPending(false), 1500)
  }
  return (
    <>
      <Specimen name="button">
        <Row>
          <Button variant="primary" iconAfter={<ArrowRightIcon weight={2.6} />}>
            Next question
          </Button>
          <Button>Try Quiz Now</Button>
          <Button variant="ghost">Logout</Button>
          <Button variant="gold" icon={<CrownIcon />}>
            Become a Legend
          </Button>
          <Button variant="dark">Game on</Button>
          <Button variant="danger">Cancel game</Button>
        </Row>
      </Specimen>
      <Specimen name="button, small, pending, disabled, count">
        <Row>
          <Button size="small">Load more topics</Button>
          <Button size="small" variant="ghost">
            Reset
          </Button>
          <Button variant="primary" isPending={isPending} onClick={work}>
            Request code
          </Button>
          <Button isPending>Submitting...</Button>
          <Button isDisabled>Not now</Button>
        </Row>
        <Button variant="primary" block count={5}>
          Start journey
        </Button>
        <Button variant="primary" block count="Without any limits">
          Continue journey
        </Button>
        <Button variant="primary" block icon={<PasteIcon weight={2.4} />}>
          Paste code
        </Button>
      </Specimen>
      <Specimen name="icon button">
        <Row>
          <IconButton label="Report complaint" icon={<FlagIcon />} />
          <IconButton label="Settings" icon={<SettingsIcon />} />
          <IconButton label="Search" size="small" icon={<SearchIcon />} />
          <IconButton label="Close" size="small" ground="soft" icon={<CrossIcon />} />
          <IconButton label="Dismiss" size="small" ground="bare" icon={<CrossIcon />} />
        </Row>
      </Specimen>
    </>
  )
}

function Fields() {
  const [digits, setDigits] = useState<CodeDigits>(['4', '0', '', '', '', ''])
  const [refused, setRefused] = useState<CodeDigits>(['4', '0', 'a', '9', '1', '7'])
  const [refusals, setRefusals] = useState(0)
  return (
    <>
      <Specimen name="text field">
        <TextField label="E-mail" placeholder="you@example.com" type="email" />
        <TextField label="E-mail" defaultValue="mira@example" error="email must be a valid email" />
        <TextField label="E-mail" defaultValue="mira@example.com" readOnly errorLine="none" />
        <TextField
          label="Search topics"
          isLabelHidden
          placeholder="Search topics"
          icon={<SearchIcon />}
          errorLine="none"
        />
        <TextField label="Game id" size="large" defaultValue="48213" inputMode="numeric" />
      </Specimen>
      <Specimen name="code boxes">
        <CodeBoxes
          legend="Code from your e-mail"
          digits={digits}
          onChange={setDigits}
          onComplete={() => setDigits(NO_DIGITS)}
        />
      </Specimen>
      <Specimen name="code boxes, refused">
        <CodeBoxes
          legend="Code from your e-mail"
          digits={refused}
          onChange={setRefused}
          onComplete={() => setRefusals((count) => count + 1)}
          error="Only numbers are allowed"
          refusals={refusals}
        />
      </Specimen>
    </>
  )
}

const TOPICS = ['Geography', 'World history', 'Inventions', 'Film music', 'Astronomy', 'Ancient Rome', 'Jazz'] as const

function Choices() {
  const [chosen, setChosen] = useState<readonly string[]>(['Geography', 'Inventions'])
  const [isOn, setIsOn] = useState(true)
  const [billing, setBilling] = useState<'monthly' | 'yearly' | 'forever'>('yearly')
  const [plan, setPlan] = useState<'starter' | 'legend'>('legend')
  const toggle = (topic: string) =>
    setChosen((now) => (now.includes(topic) ? now.filter((other) => other !== topic) : [...now, topic]))
  return (
    <>
      <Specimen name="chips">
        <Row>
          <Chip isLabel>Geography</Chip>
          <Chip shape="peak">Geography</Chip>
          <Chip shape="sun">History</Chip>
          <Chip shape="drop">Film</Chip>
          <Chip shape="moon">Jazz</Chip>
        </Row>
        <Row>
          {TOPICS.map((topic) => (
            <ToggleChip key={topic} isOn={chosen.includes(topic)} onToggle={() => toggle(topic)}>
              {topic}
            </ToggleChip>
          ))}
          <ToggleChip isOn={false} isDisabled onToggle={() => toggle('Chess')}>
            Chess
          </ToggleChip>
        </Row>
      </Specimen>
      <Specimen name="switch, segmented, tabs">
        <Switch label="All topics" isOn={isOn} onChange={setIsOn} />
        <Switch
          label="Show me on the leaderboard"
          note="Under your display name"
          isOn={!isOn}
          onChange={(on) => setIsOn(!on)}
        />
        <Segmented
          label="Billing"
          value={billing}
          onChange={setBilling}
          segments={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'yearly', label: 'Yearly', badge: '-30%' },
            { value: 'forever', label: 'Forever' },
          ]}
        />
        <Tabs
          label="Plans"
          value={plan}
          onChange={setPlan}
          tabs={[
            { value: 'starter', label: 'Starter', panel: <p>Free</p> },
            { value: 'legend', label: 'Legend', panel: <p>No ads</p> },
          ]}
        />
      </Specimen>
    </>
  )
}

/** All components that can be pressed or filled in. */
export function ControlsShown() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
    </>
  )
}
