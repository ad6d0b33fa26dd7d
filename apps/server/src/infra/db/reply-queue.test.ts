import { expect, test } from 'vitest'
import type { PgliteReply } from './pglite-server.ts'
import { ReplyQueue } from './reply-queue.ts'

/** Files with a commit that is not on disk, and syncs that end when told to. */
class UnsyncedFiles {
  hasUnsyncedCommits = true
  readonly syncs: (() => void)[] = []

  syncCommits(): Promise<void> {
    return new Promise((resolve) => this.syncs.push(resolve))
  }
}

function replyTo(requestId: number): PgliteReply {
  return { kind: 'result', requestId, result: { rows: [] } }
}

function newQueue(files: UnsyncedFiles | null) {
  const sent: number[] = []
  const queue = new ReplyQueue(files, (reply) => {
    if (reply.kind !== 'ready') sent.push(reply.requestId)
  })
  return { queue, sent }
}

test('replies outside transactions wait for the sync, and all that wait share one', async () => {
  const files = new UnsyncedFiles()
  const { queue, sent } = newQueue(files)
  queue.send(replyTo(1), { isInTransaction: false })
  queue.send(replyTo(2), { isInTransaction: false })
  await expect.poll(() => files.syncs.length).toBe(1)
  expect(sent).toEqual([])
  files.syncs[0]?.()
  await queue.finished()
  expect(sent).toEqual([1, 2])
  expect(files.syncs).toHaveLength(1)
})

test('a reply that comes during a sync waits for the next one', async () => {
  const files = new UnsyncedFiles()
  const { queue, sent } = newQueue(files)
  queue.send(replyTo(1), { isInTransaction: false })
  await expect.poll(() => files.syncs.length).toBe(1)
  queue.send(replyTo(2), { isInTransaction: false })
  files.syncs[0]?.()
  await expect.poll(() => files.syncs.length).toBe(2)
  expect(sent).toEqual([1])
  files.syncs[1]?.()
  await queue.finished()
  expect(sent).toEqual([1, 2])
})

test('replies in an open transaction do not wait', () => {
  const { queue, sent } = newQueue(new UnsyncedFiles())
  queue.send(replyTo(1), { isInTransaction: true })
  expect(sent).toEqual([1])
})

test('nothing waits if all commits are on disk, or if there is no disk', () => {
  const files = new UnsyncedFiles()
  files.hasUnsyncedCommits = false
  for (const { queue, sent } of [newQueue(files), newQueue(null)]) {
    queue.send(replyTo(1), { isInTransaction: false })
    expect(sent).toEqual([1])
  }
})

test('if the sync fails, its replies are never sent', async () => {
  const files = { hasUnsyncedCommits: true, syncCommits: () => Promise.reject(new Error('the disk is gone')) }
  const sent: PgliteReply[] = []
  const queue = new ReplyQueue(files, (reply) => sent.push(reply))
  queue.send(replyTo(1), { isInTransaction: false })
  await expect(queue.finished()).rejects.toThrow('the disk is gone')
  expect(sent).toEqual([])
})
