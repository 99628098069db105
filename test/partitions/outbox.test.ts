import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinksEntry } from '../../src/collection/log/entry.js'
import type { LinkBatch } from '../../src/partitions/engine.js'
import { Outbox } from '../../src/partitions/live/outbox.js'

const FROM = { partition: 4, epoch: 2, base: 10 }

test('links leave when their line is safe and the receiver is known, whole pages to a batch', async () => {
  const { outbox, sent } = outboxWith()
  for (const line of [11, 12, 13]) outbox.post({ to: 7, entry: entry(line, 60) })
  await outbox.send(99)
  assert.equal(sent.length, 0, 'nobody has said what the receiver has')
  assert.equal(outbox.isMissing(7, has(5), 5, glance(1, 1)), false)
  await outbox.send(12)
  assert.deepEqual(lines(sent), [[11, 12]])
  await outbox.send(13)
  assert.deepEqual(lines(sent), [[11, 12], [13]])
  assert.deepEqual(
    sent.map(({ after }) => after),
    [5, 12],
  )
  assert.ok(outbox.isEmpty)
})

test('what was left before an epoch is sent again from the log', () => {
  const { outbox } = outboxWith()
  assert.equal(outbox.isMissing(7, has(5), 9, glance(1, 1)), true)
  assert.equal(outbox.isMissing(8, has(9), 9, glance(1, 1)), false)
})

test('what does not come although the receiver has looked is missing', async () => {
  const { outbox } = outboxWith()
  outbox.post({ to: 7, entry: entry(11, 1) })
  outbox.isMissing(7, has(5), 5, glance(1, 1))
  await outbox.send(11)
  // reports that may be older than the batch say nothing
  assert.equal(outbox.isMissing(7, has(5), 5, glance(2, 9)), false)
  assert.equal(outbox.isMissing(7, has(5), 5, glance(3, 20)), false)
  assert.equal(outbox.isMissing(7, has(5), 5, glance(4, 21)), false)
  assert.equal(outbox.isMissing(7, has(5), 5, glance(5, 22)), false)
  assert.equal(outbox.isMissing(7, has(5), 5, glance(6, 23)), true)
  assert.equal(outbox.isMissing(7, has(11), 5, glance(7, 24)), false, 'it came after all')
})

test('a receiver that has missed epochs is told up to which line counts what it has', async () => {
  const { outbox, sent } = outboxWith()
  for (const to of [7, 8]) outbox.post({ to, entry: entry(11, 1) })
  // it had ten lines of an epoch that was cut off behind the sixth; another one has grown to the tenth since
  outbox.isMissing(7, { line: 6, base: 6 }, 5, glance(1, 1))
  outbox.isMissing(8, has(10), 5, glance(1, 1))
  assert.equal(outbox.hasArrived(7, 8), false)
  assert.equal(outbox.hasArrived(8, 8), true)
  await outbox.send(11)
  assert.deepEqual(
    sent.map(({ base }) => base),
    [6, 10],
  )
})

test('lines that are sent again take the place of those that wait', async () => {
  const { outbox, sent } = outboxWith()
  for (const line of [11, 12, 15]) outbox.post({ to: 7, entry: entry(line, 1) })
  outbox.isMissing(7, has(5), 9, glance(1, 1))
  await outbox.resend(7, 5, async () => [entry(8, 1), entry(11, 1), entry(12, 1)])
  await outbox.send(99)
  assert.deepEqual(lines(sent), [[8, 11, 12, 15]])
  assert.equal(sent[0].after, 5)
})

test('a stream that is full makes links wait', async () => {
  const { outbox, sent, engine } = outboxWith()
  outbox.post({ to: 7, entry: entry(11, 30_000) })
  outbox.isMissing(7, has(5), 5, glance(1, 1))
  engine.isFull = true
  await outbox.send(99)
  assert.equal(outbox.isFull, true)
  assert.equal(outbox.held, 1)
  engine.isFull = false
  await outbox.send(99)
  assert.equal(outbox.links, 0)
  assert.equal(sent.length, 1)
})

function outboxWith() {
  const sent: LinkBatch[] = []
  const engine = {
    isFull: false,
    async send(_to: number, batch: LinkBatch): Promise<boolean> {
      if (!engine.isFull) sent.push(batch)
      return !engine.isFull
    },
  }
  return { outbox: new Outbox(engine, FROM), sent, engine }
}

/** What a receiver has that knows of this epoch. */
function has(line: number) {
  return { line, base: FROM.base }
}

function glance(report: number, round: number) {
  return { report, round }
}

function lines(batches: readonly LinkBatch[]): number[][] {
  return batches.map(({ entries }) => entries.map(({ line }) => line))
}

function entry(line: number, links: number): LinksEntry {
  return {
    t: 'links',
    from: 4,
    epoch: 2,
    line,
    page: 'http://a.test/',
    hops: 1,
    relevant: true,
    score: 0.5,
    language: 'tha',
    links: Array.from({ length: links }, (_none, i) => `http://b.test/${i}`),
  }
}
