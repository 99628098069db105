import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StrategyNeed } from '../../src/contracts.js'
import { asksForPlaces, loggedPlaces, readPlaces } from '../../src/collection/link-places.js'

const LINKS = [
  { tagPath: 0xffff_ffff, listPlace: 0 },
  { tagPath: 1, listPlace: 255 },
  { tagPath: 0, listPlace: 7 },
]
const BOTH = new Set<StrategyNeed>(['tagPath', 'listPlace'])

test('places are read from the log as they were written', () => {
  const places = loggedPlaces(LINKS)
  assert.deepEqual(readPlaces(BOTH, 3, { places }), {
    tagPath: Uint32Array.of(0xffff_ffff, 1, 0),
    listPlace: Uint8Array.of(0, 255, 7),
  })
  assert.equal(loggedPlaces([]), '')
})

test('what is not asked for is not there', () => {
  const places = loggedPlaces(LINKS)
  assert.deepEqual(readPlaces(new Set(['words']), 3, { places }), { tagPath: null, listPlace: null })
  assert.deepEqual(readPlaces(new Set(['listPlace']), 3, { places }), {
    tagPath: null,
    listPlace: Uint8Array.of(0, 255, 7),
  })
  assert.ok(!asksForPlaces(new Set(['words'])))
  assert.ok(asksForPlaces(new Set(['listPlace'])))
})

test('what is missing or damaged is not known', () => {
  const none = { tagPath: new Uint32Array(3), listPlace: new Uint8Array(3) }
  for (const places of [undefined, '', 17, null, ['AA=='], loggedPlaces(LINKS.slice(1)), '%'])
    assert.deepEqual(readPlaces(BOTH, 3, { places }), none)
})
