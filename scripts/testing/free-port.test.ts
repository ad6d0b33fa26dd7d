import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const COUNT = 200

/** A process that asks for many ports one after the other, prints them and keeps running. */
const ASKING = `
  import { freePort } from ${JSON.stringify(new URL('./free-port.mjs', import.meta.url).href)}
  const ports = []
  while (ports.length < ${COUNT}) ports.push(await freePort())
  console.log(JSON.stringify(ports))
  process.stdin.resume()`

async function portsOf({ stdout }: ChildProcess): Promise<number[]> {
  let text = ''
  for await (const data of stdout ?? []) {
    text += String(data)
    if (text.endsWith('\n')) break
  }
  return JSON.parse(text) as number[]
}

test('no port is given twice, in one process or in two', async () => {
  const children = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', ASKING], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const ended = children.map((child) => once(child, 'exit'))
  try {
    const ports = (await Promise.all(children.map(portsOf))).flat()
    expect(new Set(ports).size).toBe(2 * COUNT)
  } finally {
    for (const child of children) child.kill()
    await Promise.all(ended)
  }
})
