import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { JsonObject } from '@quizmaster/channels'
import { makeSubject, type SubjectName } from './subjects.ts'

/** A request from the bench to a server process. */
export type Request =
  | { readonly kind: 'memory' }
  | { readonly kind: 'broadcast'; readonly roomCount: number; readonly rounds: number; readonly payload: JsonObject }

/** The answers, in the order of the requests. */
export type Answer = { readonly value: number }

const send = (answer: Answer) => process.send?.(answer)

/** Resident bytes after garbage collection. */
async function residentBytes(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.()
    await delay(100)
  }
  return process.memoryUsage.rss()
}

const subject = makeSubject(process.argv[2] as SubjectName)

/** CPU µs of this process for all rounds. A round is one broadcast per room, followed by a turn of the event loop. */
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
