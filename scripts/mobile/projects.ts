import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { parse as parsePlist } from 'plist'

/** An XML element: attributes as `@_name`, children by tag, text as `#text`. */
export interface Element {
  [name: string]: Element[] | string | undefined
}

const parser = new XMLParser({
  ignoreAttributes: false,
  ignoreDeclaration: true,
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
})

/** The two native projects in a folder, as their tools read them. */
export class Projects {
  constructor(readonly folder: string) {}

  has(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  bytes(path: string): Buffer {
    return readFileSync(join(this.folder, path))
  }

  json(path: string): Record<string, unknown> {
    return JSON.parse(this.text(path)) as Record<string, unknown>
  }

  plist(path: string): Record<string, unknown> {
    return parsePlist(this.text(path)) as unknown as Record<string, unknown>
  }

  xml(path: string): Element {
    return parser.parse(this.text(path)) as Element
  }

  /** All files below a folder with this ending. */
  files(folder: string, ending: string): string[] {
    return readdirSync(join(this.folder, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => `${folder}/${name}`)
  }
}

/** All elements with a name, at any depth. */
export function elements(root: Element | Element[] | string | undefined, name: string): Element[] {
  if (root === undefined || typeof root === 'string') return []
  if (Array.isArray(root)) return root.flatMap((child) => elements(child, name))
  return Object.entries(root).flatMap(([tag, value]) => [
    ...(tag === name && Array.isArray(value) ? value : []),
    ...(tag.startsWith('@_') ? [] : elements(value, name)),
  ])
}

/** The value of an attribute; empty if there is none. */
export function attribute(element: Element, name: string): string {
  const value = element[`@_${name}`]
  return typeof value === 'string' ? value : ''
}

/** Width, height and whether a PNG has an alpha channel. */
export function pngInfo(bytes: Buffer): { width: number; height: number; hasAlpha: boolean } {
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') throw new Error('not a PNG')
  const colorType = bytes.readUInt8(25)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), hasAlpha: colorType === 4 || colorType === 6 }
}

const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2])

/** Width and height of a JPEG, from its frame header. */
export function jpegSize(bytes: Buffer): [width: number, height: number] {
  let at = 2
  while (at < bytes.length && !START_OF_FRAME.has(bytes.readUInt8(at + 1))) at += 2 + bytes.readUInt16BE(at + 2)
  return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
}
