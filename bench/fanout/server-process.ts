import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { JsonObject } from '@quizmaster/channels'
import { makeSubject, type SubjectName } from './subjects.ts'

/** What the bench asks of a server process. */
export type Request =
  | { readonly kind: 'memory' }
  | { readonly kind: 'broadcast'; readonly roomCount: number; readonly rounds: number; readonly payload: JsonObject }

/** What it answers, in order. */
export type Answer = { readonly value: number }

const send = (answer: Answer) => process.send?.(answer)

/** Resident bytes once the garbage is gone. */
async function residentBytes(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.()
    await delay(100)
  }
  return process.memoryUsage.rss()
}

const subject = makeSubject(process.argv[2] as SubjectName)

/** CPU µs of this process for all rounds. Each round is one broadcast a room, then the loop turns. */
async function broadcastCpuUs(request: Extract<Request, { kind: 'broadcast' }>): Promise<number> {
  const before = process.cpuUsage()
  for (let round = 0; round < request.rounds; round += 1) {
    for (let room = 0; room < request.roomCount; room += 1) subject.broadcast(String(room), request.payload)
    await delay(2)
  }
  const used = process.cpuUsage(before)
  return used.user + used.system
}

process.on('message', (request: Request) => {
  const work = request.kind === 'memory' ? residentBytes() : broadcastCpuUs(request)
  void work.then((value) => send({ value }))
})
process.on('disconnect', () => process.exit(0))

subject.server.listen(0, '127.0.0.1', () => send({ value: (subject.server.address() as AddressInfo).port }))
