import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB = 2
/** Stores each byte of a row as its difference from the pixel on its left, which compresses flat areas well. */
const FILTER_SUB = 1

/** A square picture of RGBA pixels without its alpha channel, as a PNG. */
export function opaquePng(pixels: Uint8Array, side: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, RGB, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (1 + side * 3))
  for (let y = 0; y < side; y += 1) {
    const row = y * (1 + side * 3)
    rows[row] = FILTER_SUB
    for (let x = 0; x < side; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * side + x) * 4 + channel
        const left = x === 0 ? 0 : (pixels[at - 4] ?? 0)
        rows[row + 1 + x * 3 + channel] = ((pixels[at] ?? 0) - left) & 0xff
      }
    }
  }
  const data = deflateSync(rows, { level: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
