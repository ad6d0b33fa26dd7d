/** An `AudioContext` that records its tones. `state` is the initial state; `resume` starts it if `isAllowed`. */
export class FakeAudio {
  /** The pitches in Hz, in the order in which they were started. */
  static tones: number[] = []
  static made = 0
  static state: AudioContextState = 'running'
  static isAllowed = false
  readonly currentTime = 0
  readonly destination = {}
  #onChange: () => void = () => undefined

  static reset(): void {
    Object.assign(FakeAudio, { tones: [], made: 0, state: 'running', isAllowed: false })
  }

  constructor() {
    FakeAudio.made += 1
  }

  get state() {
    return FakeAudio.state
  }

  async resume() {
    if (!FakeAudio.isAllowed) return
    FakeAudio.state = 'running'
    this.#onChange()
  }

  addEventListener(_type: 'statechange', listener: () => void) {
    this.#onChange = listener
  }

  createGain() {
    const ramp = () => undefined
    return { gain: { setValueAtTime: ramp, exponentialRampToValueAtTime: ramp }, connect: () => undefined }
  }

  createOscillator() {
    const frequency = { value: 0 }
    return {
      frequency,
      connect: <Node>(node: Node) => node,
      start: () => void FakeAudio.tones.push(frequency.value),
      stop: () => undefined,
    }
  }
}
