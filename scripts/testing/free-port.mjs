import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the range of ephemeral ports, so that no program that asks for any free port is given one of these. */
const [LOWEST, HIGHEST] = [12_000, 30_000]

/**
 * A TCP port of 127.0.0.1 that is free at the moment. Until this process ends, no other call returns it, in any
 * process: a server may take seconds to listen on its port, and doesn't listen while it restarts.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
}

/** Binds the UDP port of the same number, which the system frees when this process ends, however it ends. */
async function reserve(port) {
  const socket = createSocket('udp4')
  try {
    await once(socket.bind(port, '127.0.0.1'), 'listening')
    socket.unref()
    return true
  } catch {
    socket.close()
    return false
  }
}

async function isFree(port) {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  await once(probe.close(), 'close')
  return true
}
