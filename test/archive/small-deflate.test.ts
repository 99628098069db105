import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { deflateSmall, SMALL, SMALL_DEFLATED } from '../../src/archive/small-deflate.js'
import { random } from '../../src/demo/random.js'

function deflated(record: Uint8Array): Uint8Array {
  const out = new Uint8Array(SMALL_DEFLATED)
  return out.subarray(0, deflateSmall(record, out, 0))
}

function assertSurvives(record: Buffer): void {
  assert.deepEqual(inflateRawSync(deflated(record)), record)
}

test('records of every length come back, whatever they repeat', () => {
  for (let length = 0; length <= SMALL; length++) {
    assertSurvives(Buffer.alloc(length, 'WARC-Type: request\r\n'))
    assertSurvives(Buffer.alloc(length, 255))
  }
})

test('bytes without order come back, and fit into the room that is promised', () => {
  const draw = random('small-deflate', 0)
  for (const different of [2, 5, 30, 256]) {
    for (let i = 0; i < 200; i++)
      assertSurvives(Buffer.from(Array.from({ length: draw.below(SMALL + 1) }, () => draw.below(different))))
  }
  const worst = Buffer.from(Array.from({ length: SMALL }, (_, i) => 144 + ((i * 37 + (i >> 3)) % 112)))
  assertSurvives(worst)
  assert.ok(deflated(worst).length <= SMALL_DEFLATED)
})

test('what repeats is written once', () => {
  const line = 'WARC-Record-ID: <urn:uuid:1e1f8a3c-1234-8abc-a123-123456789abc>\r\n'
  const once = deflated(Buffer.from(line)).length
  const twice = deflated(Buffer.from(line + line)).length
  assert.ok(twice <= once + 4, `${once} bytes once, ${twice} twice`)
})

test('distances and lengths at the ends of their ranges', () => {
  const far = Buffer.concat([Buffer.from('needle'), Buffer.alloc(SMALL - 12, 'x'), Buffer.from('needle')])
  assert.equal(far.length, SMALL)
  assertSurvives(far)
  // 258 is the longest match, 257 and 259 its neighbours
  for (const length of [257, 258, 259, 260, 516, 520]) assertSurvives(Buffer.alloc(length + 1, 'z'))
})
