import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, findOriginal, namesOf, type RevisitNames } from '../../src/archive/index.js'
import { isOtherDigest } from '../../src/archive/revisit.js'
import type { WarcRecord } from '../../src/archive/warc-reader.js'

const PROFILE = 'http://netpreserve.org/warc/1.1/revisit'
const DATE = '2026-02-03T04:05:06Z'

function record(type: string, block: string, headers: Record<string, string> = {}): WarcRecord {
  const fields = { 'warc-target-uri': 'http://a.example/', 'warc-date': DATE, ...headers }
  const bytes = Buffer.from(block)
  return {
    type,
    headers: new Map(Object.entries(fields)),
    block: bytes,
    blockLength: bytes.length,
    offset: 0,
    length: 1,
    inner: 0,
  }
}

const ORIGINAL = record('response', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Of: original\r\n\r\nthe body', {
  'warc-target-uri': 'http://first.example/',
  'warc-date': '2025-01-01T00:00:00Z',
})

function answer(revisit: WarcRecord, original: WarcRecord | null = ORIGINAL) {
  const found = answerOf(revisit, original)
  if (found === null) return null
  const { url, status, headers, body, startedAt } = found
  const of = headers.find(([name]) => name === 'X-Of')?.[1] ?? ''
  return { url, status, of, body: Buffer.from(body).toString(), at: startedAt }
}

const HEAD = 'HTTP/1.1 203 Fine\r\nX-Of: revisit\r\n\r\n'
const AT = Date.parse(DATE)

test('an identical payload: the head of the revisit, the payload of the original', () => {
  const own = { url: 'http://a.example/', status: 203, of: 'revisit', body: 'the body', at: AT }
  for (const profile of [`${PROFILE}/identical-payload-digest`, 'http://elsewhere.example/unknown', ''])
    assert.deepEqual(answer(record('revisit', HEAD, { 'warc-profile': profile })), own)
})

test('an error or a redirect that is repeated stays one', () => {
  const error = 'HTTP/1.1 404 Not Found\r\nX-Of: revisit\r\n\r\n'
  assert.equal(answer(record('revisit', error))?.status, 404)
})

test('not modified, or without a head: all of the original, at the date and address of the revisit', () => {
  const all = { url: 'http://a.example/', status: 200, of: 'original', body: 'the body', at: AT }
  const profile = { 'warc-profile': `${PROFILE}/server-not-modified` }
  assert.deepEqual(answer(record('revisit', 'HTTP/1.1 304 Not Modified\r\nX-Of: revisit\r\n\r\n', profile)), all)
  assert.deepEqual(answer(record('revisit', 'HTTP/1.1 304 Not Modified\r\n\r\n')), all)
  assert.deepEqual(answer(record('revisit', HEAD, profile)), all)
  assert.deepEqual(answer(record('revisit', '')), all)
})

test('without its original a revisit answers nothing', () => {
  assert.equal(answer(record('revisit', HEAD), null), null)
  assert.equal(answer(record('revisit', HEAD), record('metadata', 'x')), null)
  assert.equal(answer(record('response', HEAD), null)?.status, 203)
})

test('a head that says gzip does not stand above a body that a browser had unpacked', () => {
  const found = answerOf(record('revisit', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), ORIGINAL)
  assert.deepEqual(found?.headers, [])
})

const SHA = 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const OTHER = 'sha1:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB'

function found(names: Partial<RevisitNames>, responses: readonly { at: number; digest: string }[], byDigest = false) {
  const revisit = { at: 100_000, digest: SHA, uri: 'u', originalAt: 0, ...names }
  const digest = { at: 1, digest: SHA }
  const original = findOriginal(revisit, { ofUri: () => responses, ofDigest: () => (byDigest ? digest : null) })
  return original === digest ? 'by digest' : (original?.at ?? null)
}

test('the original is the response that is named by URI and date, fractions of a second aside', () => {
  const responses = [20_000, 30_789, 40_000].map(at => ({ at, digest: '' }))
  assert.equal(found({ originalAt: 30_000 }, responses, true), 30_789)
})

test('else one with the same digest, else the last response of the URI before the revisit', () => {
  const responses = [20_000, 30_000, 200_000].map(at => ({ at, digest: '' }))
  assert.equal(found({ originalAt: 99_000 }, responses, true), 'by digest')
  assert.equal(found({ originalAt: 99_000 }, responses), 30_000)
  assert.equal(found({ digest: '' }, responses, true), 30_000)
  assert.equal(found({ at: 10 }, responses), null)
})

test('a response whose digest is another is never the original', () => {
  const responses = [{ at: 30_000, digest: OTHER }]
  assert.equal(found({ originalAt: 30_000 }, responses), null)
  assert.equal(found({ originalAt: 30_000 }, [{ at: 30_000, digest: 'md5:0' }]), 30_000)
  assert.equal(isOtherDigest(SHA, OTHER), true)
  assert.equal(isOtherDigest(SHA.slice(5), OTHER.slice(5)), true)
  assert.equal(isOtherDigest(SHA, 'sha256:00'), false)
  assert.equal(isOtherDigest('0'.repeat(32), 'Z'.repeat(32)), false)
  assert.equal(isOtherDigest('', SHA), false)
})

test('a revisit names its own URI where it names no other', () => {
  const named = record('revisit', '', {
    'warc-refers-to-target-uri': 'http://first.example/',
    'warc-refers-to-date': '2025-01-01T00:00:00Z',
    'warc-payload-digest': SHA,
  })
  assert.deepEqual(namesOf(named), {
    at: AT,
    digest: SHA,
    uri: 'http://first.example/',
    originalAt: Date.parse('2025-01-01T00:00:00Z'),
  })
  assert.deepEqual(namesOf(record('revisit', '')), { at: AT, digest: '', uri: 'http://a.example/', originalAt: 0 })
})
