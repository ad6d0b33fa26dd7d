/** A bug to plant: `replace` takes the place of `find`, which occurs once in `file` of the engine. */
export interface PlantedBug {
  readonly what: string
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** A bug in one line. `what` completes: an engine that … */
export function bug(what: string, file: string, find: string, replace: string): PlantedBug {
  return { what, file, find, replace }
}
