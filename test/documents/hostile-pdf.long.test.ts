/** PDF files that take what a machine has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPool, readBy, readInThread } from '../../src/documents/document-thread.js'
import { column, madePdf } from './made-pdf.js'

const LEFT = ['The left column begins with this line of text', 'and it ends with the second line, as it should.']

test('a stream that unpacks to hundreds of megabytes is given up', async () => {
  const bomb = madePdf([column(LEFT)], { content: Buffer.alloc(300 * 1024 * 1024, 32) })
  const { text, problem } = await readInThread({ kind: 'pdf', bytes: bomb, isCut: false })
  assert.deepEqual([text, problem.includes('damaged')], ['', true], problem)
})

test('one that hangs or eats memory costs itself: the next is read', async () => {
  for (const end of ['hang', 'memory']) {
    const worker = new URL(`./hanging-reader.js?${end}`, import.meta.url)
    const pool = end === 'hang' ? openPool(5_000, worker) : openPool(300_000, worker, 64)
    try {
      const lost = await readBy(pool, { kind: 'pdf', bytes: Buffer.from(end), isCut: false })
      assert.match(lost.problem, end === 'hang' ? /takes longer than/ : /memory/)
      const next = await readBy(pool, { kind: 'pdf', bytes: madePdf([column(LEFT)]), isCut: false })
      assert.match(next.text, /left column/)
    } finally {
      await pool.close()
    }
  }
})
