// Checks that the targets of references exist: a heading for `contract 6.2`, a row for `reliability F8`, a page for
// `decision 9`, a file for a path or link in a document, a heading for an anchor. Part of `npm run check`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The documents that code refers to by a word and a section number. */
const DOCUMENTS = {
  product: 'docs/product.md',
  contract: 'docs/contract.md',
  design: 'docs/design.md',
  reliability: 'docs/reliability.md',
  operations: 'docs/operations.md',
  protocol: 'packages/channels/PROTOCOL.md',
} as const

/** The folder of the decisions: `decision 9` is the page that begins with 0009. */
const DECISIONS = 'docs/decisions'
/** Names that documents had before they were in this repository. */
const OLD_NAMES = ['spec', 'guide']

const READ = /\.(?:ts|tsx|mjs|cjs|js|css|sql|md|json|ya?ml)$/
const SKIPPED = /^(?:package-lock\.json$|content\/.*\.yaml$|scripts\/docs\/check-references)/
/** Fewer files than this mean that the check does not see the code. */
const LEAST_FILES = 100

/** Space between two words, also across a line break in a comment. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\*|//|#|--|>)?[ \t]*)`
const NUMBER = String.raw`(?:[A-Z]?\d+(?:\.\d+)*)`
const NAMES = [...Object.keys(DOCUMENTS), 'decisions?', ...OLD_NAMES].join('|')
/** What may follow a document's name if it is linked, or named by its file. */
const LINK_END = String.raw`(?:\]\([^)\s]*\)|\.md\)?)`
/** `contract 6`, `Contract 3.4 and 6`, `design 2.1 to 2.6`, `contract section 5`, `decisions 6 and 11`, `docs/operations.md, section 2`. */
const REFERENCE = new RegExp(
  String.raw`\b(${NAMES})(?:${GAP}(?:(?:section|point)${GAP})?|${LINK_END},?${GAP}section${GAP})(${NUMBER}(?:(?:,${GAP}|${GAP}(?:and|or|to)${GAP})${NUMBER}\b(?![:%]))*)`,
  'gi',
)
/** A file of this repository named in a document, as `packages/engine/src/game.ts`. */
const PATH = /`((?:apps|packages|scripts|e2e|bench|content|docs)\/[\w./{},*-]+)`/g
/** A link to a file in a document, which may be one of its headings: `[operations](docs/operations.md#alerts)`. */
const LINK = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g
/** A heading of a document named outside of one: `docs/operations.md#alerts`. */
const ANCHOR = /\b(docs\/[\w./-]+\.md)#([\w-]+)/g

export interface TextFile {
  /** From the root of the repository. */
  path: string
  text: string
}

/** The section numbers of a Markdown document: of its headings, and of table rows that begin with `F8` or the like. */
export function sectionsOf(markdown: string): Set<string> {
  const headings = markdown.matchAll(/^#{1,4} (\d+(?:\.\d+)*)\.? /gm)
  const rows = markdown.matchAll(/^\| ([A-Z]\d+) \|/gm)
  return new Set([...headings, ...rows].map(([, number = '']) => number))
}

/** The anchors of a Markdown document, as GitHub makes them from its headings. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.matchAll(/^#{1,6} (.+)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** References in these files whose targets don't exist, one line each. Documents are looked up among the files. */
export function brokenReferences(files: readonly TextFile[], fileExists: (path: string) => boolean): string[] {
  const textOf = new Map(files.map(({ path, text }) => [path, text]))
  const sections = new Map(
    Object.entries(DOCUMENTS).map(([name, path]) => [name, sectionsOf(textOf.get(path) ?? '')] as const),
  )
  sections.set('decision', new Set([...textOf.keys()].flatMap((path) => decisionNumber(path) ?? [])))
  return files.flatMap((file) => [
    ...brokenSections(file, sections),
    ...brokenPaths(file, fileExists),
    ...brokenLinks(file, textOf, fileExists),
  ])
}

/** The number of a decision's page, without zeros at the front; null for another file. */
function decisionNumber(path: string): string | null {
  const [, number] = /^docs\/decisions\/0*(\d+)-/.exec(path) ?? []
  return number ?? null
}

function brokenSections({ path, text }: TextFile, sections: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const [, word = '', numbers = ''] = match
    const name = word.toLowerCase().replace('decisions', 'decision')
    const place = `${path}:${lineAt(text, match.index)}`
    if (OLD_NAMES.includes(name)) return [`${place} "${word} ${numbers}" is an old name of a document`]
    return [...numbers.matchAll(new RegExp(NUMBER, 'g'))]
      .filter(([number]) => !sections.get(name)?.has(number))
      .map(([number]) => {
        const target =
          name === 'decision' ? `page in ${DECISIONS}` : `section of ${DOCUMENTS[name as keyof typeof DOCUMENTS]}`
        return `${place} "${name} ${number}" is no ${target}`
      })
  })
}

function brokenPaths({ path, text }: TextFile, fileExists: (path: string) => boolean): string[] {
  if (!path.endsWith('.md')) return []
  return [...text.matchAll(PATH)]
    .filter(([, named = '']) => !/[{*]/.test(named) && !fileExists(named.replace(/\/$/, '')))
    .map((match) => `${path}:${lineAt(text, match.index)} names ${match[1]}, which does not exist`)
}

function brokenLinks(
  { path, text }: TextFile,
  textOf: ReadonlyMap<string, string>,
  fileExists: (path: string) => boolean,
): string[] {
  const isDocument = path.endsWith('.md')
  return [...text.matchAll(isDocument ? LINK : ANCHOR)].flatMap((match) => {
    const [, named = '', anchor] = match
    const target = named === '' ? path : posix.normalize(isDocument ? posix.join(posix.dirname(path), named) : named)
    const place = `${path}:${lineAt(text, match.index)}`
    const document = textOf.get(target)
    if (document === undefined && !fileExists(target.replace(/\/$/, ''))) {
      return [`${place} links to ${target}, which does not exist`]
    }
    if (anchor === undefined || document === undefined || anchorsOf(document).has(anchor)) return []
    return [`${place} links to #${anchor}, which is no heading of ${target}`]
  })
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function readRepository(root: string): TextFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => READ.test(path) && !SKIPPED.test(path) && existsSync(`${root}/${path}`))
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }))
}

function main(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
  const files = readRepository(root)
  if (files.length < LEAST_FILES) throw new Error(`only ${files.length} files were read: the check can't see the code`)
  const broken = brokenReferences(files, (path) => existsSync(`${root}/${path}`))
  for (const line of broken) console.error(line)
  process.exit(broken.length > 0 ? 1 : 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
