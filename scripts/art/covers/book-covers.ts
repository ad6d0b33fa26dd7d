import { aliceInWonderland } from './alice-in-wonderland.ts'
import { aroundTheWorld } from './around-the-world.ts'
import { mobyDick } from './moby-dick.ts'
import { originOfSpecies } from './origin-of-species.ts'
import { sherlockHolmes } from './sherlock-holmes.ts'
import { timeMachine } from './time-machine.ts'

/** The covers of the advertised books, by file name. */
export function bookCovers(): Record<string, string> {
  return {
    'moby-dick': mobyDick(),
    'alice-in-wonderland': aliceInWonderland(),
    'sherlock-holmes': sherlockHolmes(),
    'around-the-world': aroundTheWorld(),
    'time-machine': timeMachine(),
    'origin-of-species': originOfSpecies(),
  }
}
