/** An entry of package-lock.json. */
export interface LockedPackage {
  version?: string
  license?: string
  link?: boolean
  hasInstallScript?: boolean
}

/**
 * Licences that ask for no more than a notice. Of these CC0-1.0 and Unlicense ask for nothing: they dedicate the work
 * to the public domain and, where the law doesn't allow that, permit everything.
 */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
])
/** Licences that are allowed for these packages alone. We ship or use them unchanged. */
const REVIEWED: Readonly<Record<string, RegExp>> = {
  // Weak copyleft, and a font.
  'MPL-2.0': /^(axe-core|@resvg\/resvg-js.*|lightningcss.*)$/,
  'OFL-1.1': /^@fontsource-variable\/geologica$/,
  // "BSD" names no licence, so this is what the package's own files say. index.js and index.d.ts are MIT (Titus
  // Wormer). index.dic is made from SCOWL, whose notice (Kevin Atkinson) permits use, copies, changes and sale as MIT
  // does; some of its words come from WordNet (Princeton), under the same terms. index.aff is derived from Ispell's
  // (Geoff Kuenning): BSD-3-Clause, and changed versions must be marked. Only the check of the question bank's spelling
  // uses it: it isn't shipped.
  'MIT AND BSD': /^dictionary-en-gb$/,
  // libvips, which only reduces the colours of our pictures while they are built: it isn't shipped.
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-win32-/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-wasm32$/,
  // Permissive: zlib's own terms and Python's.
  'MIT AND Zlib': /^pako$/,
  'Python-2.0': /^argparse$/,
}
/** Packages whose licence is in a file or an outdated field. */
const LICENCE_BY_FILE: Readonly<Record<string, string>> = {
  'parse-cache-control': 'BSD-3-Clause',
  'xmlhttprequest-ssl': 'MIT',
}

/** The packages from a registry, by name. */
export function lockedPackages(packages: Readonly<Record<string, LockedPackage>>): [string, LockedPackage][] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => [path.split('node_modules/').at(-1) ?? '', entry])
}

/** One line for each package whose licence nobody has allowed. */
export function licenceFindings(packages: readonly [string, LockedPackage][]): string[] {
  return packages.flatMap(([name, entry]) => {
    const licence = entry.license ?? LICENCE_BY_FILE[name]
    if (licence === undefined) return [`${name} ${entry.version}: no licence`]
    const isAllowed = alternatives(licence).some((id) => PERMISSIVE.has(id) || REVIEWED[id]?.test(name))
    return isAllowed ? [] : [`${name} ${entry.version}: licence ${licence}`]
  })
}

/** One line for each package that runs a program when it is installed, unless `allowScripts` allows or forbids it. */
export function scriptFindings(
  packages: readonly [string, LockedPackage][],
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  return packages
    .filter(([name, { hasInstallScript }]) => hasInstallScript && allowScripts[name] === undefined)
    .map(([name, { version }]) => `${name} ${version}: install script`)
}

/** Of `(MIT OR CC0-1.0)` one allowed licence is enough. Anything with AND must be allowed as a whole. */
function alternatives(licence: string): string[] {
  return licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
}
