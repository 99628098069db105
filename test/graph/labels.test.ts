import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LongtailError } from '../../src/errors.js'
import { relabelled } from '../../src/graph/labels.js'
import { tinyGraph } from './tiny-graph.js'

const graph = tinyGraph(`
  a/1 tha:0.9 → +a/2 a/3
  a/2 deu → a/4
  a/3 und →
`)

test('another language becomes the target: only crawled pages in it are relevant', () => {
  const german = relabelled(graph, 'deu')
  assert.deepEqual([...german.flags], [1, 3, 1, 0])
  assert.deepEqual(german.target, ['deu'])
  assert.ok(german.flags.buffer instanceof SharedArrayBuffer)
  assert.equal(german.to, graph.to)
  assert.deepEqual([...graph.flags], [3, 1, 1, 0])
})

test('scores and anchors are those of the target they were made for', () => {
  const german = relabelled(graph, 'deu')
  assert.equal(german.score, null)
  assert.equal(german.anchors, null)
  const thai = relabelled(graph, 'tha')
  assert.equal(thai.score, graph.score)
  assert.equal(thai.anchors, graph.anchors)
})

test('a language may be named by any of its ISO 639 codes', () => {
  for (const code of ['deu', 'de', 'ger', ' DE ']) assert.deepEqual(relabelled(graph, code).target, ['deu'])
})

test('a language that the graph does not have is refused with those it has', () => {
  for (const code of ['lao', 'und', 'xx', '', '__proto__']) {
    assert.throws(
      () => relabelled(graph, code),
      (error: unknown) =>
        error instanceof LongtailError && error.code === 'E_USAGE' && error.message.includes('it has deu, tha;'),
    )
  }
  assert.throws(() => relabelled(tinyGraph('a/1 und → a/2'), 'tha'), /has no languages/)
})
