import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildArt } from './build.ts'

let first = ''
let second = ''

beforeAll(async () => {
  first = await mkdtemp(join(tmpdir(), 'art-'))
  second = await mkdtemp(join(tmpdir(), 'art-'))
  await buildArt(first)
  await buildArt(second)
})

afterAll(async () => {
  await rm(first, { recursive: true, force: true })
  await rm(second, { recursive: true, force: true })
})

/** Width and height from a PNG's header. */
async function pngSize(name: string): Promise<[number, number]> {
  const bytes = await readFile(join(first, name))
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

/** All images by their path within the folder. */
async function pictures(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).toSorted()
}

async function hashes(folder: string): Promise<Record<string, string>> {
  const names = await pictures(folder)
  const entries = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(folder, name)))
    return [name, hash.digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function vectors(): Promise<[name: string, svg: string][]> {
  const names = (await pictures(first)).filter((name) => name.endsWith('.svg'))
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(first, name), 'utf8')]),
  )
}

test('each of the eight ranks has a patch of 480 pixels', async () => {
  for (const rank of [1, 2, 3, 4, 5, 6, 7, 8]) expect(await pngSize(`rank-${rank}.png`)).toEqual([480, 480])
})

test('each last digit of a level has a badge of 144 pixels', async () => {
  for (const digit of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    expect(await pngSize(`level-badge-xs-${digit}.png`)).toEqual([144, 144])
  }
})

test('there is no patch for rank 0', async () => {
  const names = await readdir(first)
  expect(names.filter((name) => /^(rank|level-badge-xs)-\d+\.png$/.test(name))).toHaveLength(18)
  expect(names).not.toContain('rank-0.png')
})

test('icons and the preview image have the required sizes', async () => {
  expect(await pngSize('icon-192.png')).toEqual([192, 192])
  expect(await pngSize('icon-512.png')).toEqual([512, 512])
  expect(await pngSize('social.png')).toEqual([1200, 630])
})

test('each advertised book has a cover with the ratio 2:3', async () => {
  const covers = (await vectors()).filter(([name]) => name.startsWith('ads/'))
  expect(covers.map(([name]) => name)).toEqual([
    'ads/alice-in-wonderland.svg',
    'ads/around-the-world.svg',
    'ads/moby-dick.svg',
    'ads/origin-of-species.svg',
    'ads/sherlock-holmes.svg',
    'ads/time-machine.svg',
  ])
  for (const [name, svg] of covers) {
    expect(svg, name).toContain('viewBox="0 0 200 300"')
    expect(svg.length, name).toBeLessThan(6_000)
  }
})

test('two builds are byte-for-byte identical', async () => {
  expect(await hashes(second)).toEqual(await hashes(first))
})

test('no two ranks or levels have the same image', async () => {
  const drawn = Object.entries(await hashes(first)).filter(([name]) => /^(rank|level-badge-xs)-/.test(name))
  expect(new Set(drawn.map(([, hash]) => hash)).size).toBe(drawn.length)
})

test('ids are unique across all drawings, so that several can be in one page', async () => {
  const ids = (await vectors())
    .filter(([name]) => name !== 'hero-wide.svg')
    .flatMap(([, svg]) => [...svg.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]))
  expect(ids.length).toBeGreaterThan(0)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every id that a drawing references is in the same drawing', async () => {
  for (const [name, svg] of await vectors()) {
    for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(svg, name).toContain(`id="${id}"`)
  }
})

test('no drawing contains NaN or text', async () => {
  for (const [name, svg] of await vectors()) {
    expect(svg, name).not.toMatch(/NaN|undefined|Infinity|<text/)
    expect(svg, name).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/)
  }
})

test('the background texture stays under 12 kB', async () => {
  for (const name of ['contour.svg', 'contour-light.svg']) {
    expect((await readFile(join(first, name))).byteLength, name).toBeLessThan(12_000)
  }
})
