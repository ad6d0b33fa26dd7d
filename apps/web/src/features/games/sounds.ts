import { logDebug } from '../../platform/log.ts'

/** The sounds of a game. Each accompanies something visible. */
export type Sound = 'join' | 'count' | 'question' | 'last_seconds' | 'reveal' | 'podium'

/** One tone: its pitch in Hz, its start and its length in seconds. */
type Tone = readonly [hertz: number, startS: number, lengthS: number]

/** The tones of each sound, all from the C major scale. */
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  join: [
    [523, 0, 0.12],
    [784, 0.09, 0.18],
  ],
  count: [[392, 0, 0.14]],
  question: [
    [523, 0, 0.1],
    [659, 0.08, 0.1],
    [784, 0.16, 0.22],
  ],
  last_seconds: [[330, 0, 0.07]],
  reveal: [
    [659, 0, 0.12],
    [523, 0.1, 0.26],
  ],
  podium: [
    [523, 0, 0.16],
    [659, 0.14, 0.16],
    [784, 0.28, 0.16],
    [1047, 0.42, 0.5],
  ],
}

const VOLUME = 0.18
const ATTACK_S = 0.012
/** A sound that the browser allows later than this is skipped, because its moment has passed. */
const LONGEST_RESUME_MS = 500
/** Practically silent; an exponential ramp cannot reach 0. */
const SILENT = 0.0001

/**
 * Plays sounds through one audio context. Some browsers start it a moment after its creation. While the browser does
 * not allow sound, sounds are skipped.
 */
export function createPlayer(context: AudioContext): (sound: Sound) => void {
  function play([hertz, startS, lengthS]: Tone): void {
    const tone = context.createOscillator()
    const loudness = context.createGain()
    const fromS = context.currentTime + startS
    tone.type = 'triangle'
    tone.frequency.value = hertz
    loudness.gain.setValueAtTime(SILENT, fromS)
    loudness.gain.exponentialRampToValueAtTime(VOLUME, fromS + ATTACK_S)
    loudness.gain.exponentialRampToValueAtTime(SILENT, fromS + lengthS)
    tone.connect(loudness).connect(context.destination)
    tone.start(fromS)
    tone.stop(fromS + lengthS)
  }
  return (sound) => {
    if (context.state === 'running') TONES[sound].forEach(play)
    else void resumeFor(sound)
  }

  async function resumeFor(sound: Sound): Promise<void> {
    const askedAtMs = performance.now()
    try {
      await context.resume()
    } catch (error) {
      logDebug('sound_unavailable', { err: error })
      return
    }
    if (isRunning() && performance.now() - askedAtMs < LONGEST_RESUME_MS) TONES[sound].forEach(play)
  }

  function isRunning(): boolean {
    return context.state === 'running'
  }
}
