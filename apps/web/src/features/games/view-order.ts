/** What orders the states of a game as stages and watchers see it. */
interface GameView {
  /** When the viewer began to see this game; a later time means another game. */
  readonly since: number
  readonly version: number
}

/** Whether a state is newer than the one on the screen. Updates and replies may overtake each other. */
export function isNewerView(next: GameView, shown: GameView): boolean {
  return next.since === shown.since ? next.version > shown.version : next.since > shown.since
}
