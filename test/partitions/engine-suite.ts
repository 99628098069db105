/** What every engine does for two workers, `a` and `b`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinksEntry } from '../../src/collection/log/entry.js'
import type { Engine, LinkBatch, WorkerReport } from '../../src/partitions/engine.js'

/** Of a crawl with this name. */
export type EnginePair = (crawl: string) => Promise<readonly [a: Engine, b: Engine]>

export function engineSuite(name: string, create: EnginePair): void {
  test(`${name}: batches come in order, once, and again to who takes the partition before they are acknowledged`, async () => {
    const [a, b] = await create('links')
    assert.ok(await a.claim(7, 'a'))
    assert.ok(await b.send(7, batch(1)))
    assert.ok(await b.send(7, batch(2)))
    const came = await a.collect([7, 8])
    assert.deepEqual(
      came.map(({ partition, batch: one }) => [partition, one]),
      [
        [7, batch(1)],
        [7, batch(2)],
      ],
    )
    assert.deepEqual(await a.collect([7, 8]), [])
    await a.acknowledge(7, came[0].id)
    await a.release(7, 'a')
    assert.ok(await b.claim(7, 'b'))
    assert.deepEqual(
      (await b.collect([7])).map(delivery => delivery.batch),
      [batch(2)],
    )
  })

  test(`${name}: what is sent, claimed and acknowledged in one moment is answered one by one`, async () => {
    const [a, b] = await create('together')
    assert.ok(await b.claim(9, 'b'))
    assert.deepEqual(await Promise.all([8, 9, 10].map(partition => a.claim(partition, 'a'))), [true, false, true])
    assert.deepEqual(await Promise.all([b.send(8, batch(1)), b.send(10, batch(5)), b.send(8, batch(2))]), [
      true,
      true,
      true,
    ])
    const came = await a.collect([8, 10])
    const linesOf = (partition: number): number[] =>
      came.flatMap(one => (one.partition === partition ? [one.batch.entries[0].line] : []))
    assert.deepEqual([linesOf(8), linesOf(10)], [[1, 2], [5]])
    const [first, last] = [
      came.find(({ partition }) => partition === 8),
      came.find(({ partition }) => partition === 10),
    ]
    await Promise.all([a.acknowledge(8, first?.id ?? ''), a.acknowledge(10, last?.id ?? '')])
    await Promise.all([8, 10].map(partition => a.release(partition, 'a')))
    await Promise.all([8, 10].map(partition => b.claim(partition, 'b')))
    assert.deepEqual(
      (await b.collect([8, 10])).map(({ partition, batch: { entries } }) => [partition, entries[0].line]),
      [[8, 2]],
    )
  })

  test(`${name}: a stream that nobody reads is full some day`, async () => {
    const [a] = await create('full')
    let sent = 0
    while (sent < 5000 && (await a.send(3, batch(1)))) sent++
    assert.equal(sent, 1000)
  })

  test(`${name}: a partition is held by one worker`, async () => {
    const [a, b] = await create('leases')
    assert.ok(await a.claim(1, 'a'))
    assert.ok(await a.claim(1, 'a'), 'it keeps it')
    assert.equal(await b.claim(1, 'b'), false)
    await b.release(1, 'b')
    assert.equal(await b.claim(1, 'b'), false, 'nobody gives away what is another’s')
    await a.release(1, 'a')
    assert.ok(await b.claim(1, 'b'))
  })

  test(`${name}: everybody hears what others report and teach, and the first reason to stop`, async () => {
    const [a, b] = await create('reports')
    assert.deepEqual(await b.lessons('b'), [])
    await a.exchange(report('a', 1))
    const board = await b.exchange(report('b', 1))
    assert.deepEqual(board.workers.map(({ worker }) => worker).sort(), ['a', 'b'])
    assert.equal(board.stop, '')
    await a.teach('a', [{ from: 4, example: [1, 0.5] }])
    await b.teach('b', [{ from: 5, example: [2] }])
    assert.deepEqual(await b.lessons('b'), [{ from: 4, example: [1, 0.5] }])
    await a.stop('pages')
    await b.stop('finished')
    assert.equal((await a.exchange(report('a', 2))).stop, 'pages')
  })

  test(`${name}: a report says what went to other partitions and what came from them`, async () => {
    const [a, b] = await create('lines')
    const lines = [{ partition: 3, sent: [[5, 12]], received: [[5, 1, 7]] }] as const
    await a.exchange({ ...report('a', 1), lines: () => lines })
    const { workers } = await b.exchange(report('b', 1))
    assert.deepEqual(workers.find(({ worker }) => worker === 'a')?.lines(), lines)
    assert.deepEqual(workers.find(({ worker }) => worker === 'b')?.lines(), [])
  })

  test(`${name}: workers together never start more pages than the limits leave`, async () => {
    const [a, b] = await create('limits')
    await a.exchange(report('a', 1))
    await b.exchange(report('b', 1))
    const limits = { pages: 100, relevant: Infinity }
    const part = (partition: number, pages: number) => ({ partition, pages, relevant: 0 })
    assert.equal(await a.reserve({ worker: 'a', parts: [part(0, 30)], pages: 50, limits }), 50)
    assert.equal(await b.reserve({ worker: 'b', parts: [part(1, 10)], pages: 50, limits }), 10)
    assert.equal(await a.reserve({ worker: 'a', parts: [part(0, 80)], pages: 50, limits }), 0)
    const few = { pages: Infinity, relevant: 7 }
    assert.equal(await a.reserve({ worker: 'a', parts: [{ ...part(0, 80), relevant: 5 }], pages: 50, limits: few }), 0)
    assert.equal(await b.reserve({ worker: 'b', parts: [], pages: 50, limits: few }), 2)
  })

  test(`${name}: an address is asked by one worker at a time`, async () => {
    const [a, b] = await create('addresses')
    assert.equal(await a.lockAddress('192.0.2.1', 60_000), 0)
    assert.ok((await b.lockAddress('192.0.2.1', 60_000)) > 50_000)
    assert.equal(await b.lockAddress('192.0.2.2', 60_000), 0)
    const host = (holder: string) => ({ host: 'cdn.test', ms: 60_000, holder })
    assert.equal(await a.lockAddress('192.0.2.3', 60_000, host('a')), 0)
    assert.equal(await a.lockAddress('192.0.2.5', 60_000, host('a')), 0)
    assert.ok((await b.lockAddress('192.0.2.4', 1, host('b'))) > 50_000)
    // now somebody waits for it
    assert.ok((await a.lockAddress('192.0.2.6', 60_000, host('a'))) > 50_000)
    assert.equal(await b.lockAddress('192.0.2.4', 60_000, { ...host('b'), host: 'other.test' }), 0)
  })
}

export function batch(line: number, path = ''): LinkBatch {
  const page: LinksEntry = {
    t: 'links',
    from: 4,
    epoch: 1,
    line,
    page: 'http://a.test/',
    hops: 1,
    relevant: true,
    score: 0.5,
    language: 'tha',
    links: [`http://b.test/${path}`],
  }
  return { from: 4, epoch: 1, base: 0, after: line - 1, entries: [page] }
}

function report(worker: string, number: number): WorkerReport {
  return { worker, number, parts: [], places: [], takes: 1, status: null, lines: () => [] }
}
