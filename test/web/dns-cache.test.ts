import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDnsCache } from '../../src/web/dns-cache.js'
import { LookupFailure, parseHostsFile } from '../../src/web/resolver.js'
import type { Address } from '../../src/web/resolver.js'

const HERE: readonly Address[] = [{ address: '192.0.2.1', family: 4 }]

test('a name is asked once and again when its time is over', async () => {
  let now = 0
  let asked = 0
  const cache = createDnsCache({ resolve: async () => (asked++, HERE), positiveMs: 100, now: () => now })
  assert.deepEqual(await cache.lookup('a.example'), HERE)
  now = 99
  await cache.lookup('a.example')
  assert.equal(asked, 1)
  now = 100
  await cache.lookup('a.example')
  assert.equal(asked, 2)
})

test('questions at the same time share one answer', async () => {
  let asked = 0
  const cache = createDnsCache({ resolve: async () => (asked++, HERE) })
  await Promise.all([1, 2, 3].map(() => cache.lookup('a.example')))
  assert.equal(asked, 1)
})

test('a failure is remembered too, for a shorter time', async () => {
  let now = 0
  let asked = 0
  const resolve = async (hostname: string): Promise<readonly Address[]> => {
    if (++asked === 1) throw new LookupFailure('ENOTFOUND', hostname)
    return HERE
  }
  const cache = createDnsCache({ resolve, positiveMs: 1_000, negativeMs: 10, now: () => now })
  for (let i = 0; i < 2; i++) {
    await assert.rejects(
      cache.lookup('a.example'),
      (error: unknown) => error instanceof LookupFailure && error.permanent,
    )
  }
  assert.equal(asked, 1)
  now = 10
  assert.deepEqual(await cache.lookup('a.example'), HERE)
})

test('an answer without addresses and an unforeseen error are failures as well', async () => {
  const resolve = async (hostname: string): Promise<readonly Address[]> => {
    if (hostname === 'empty.example') return []
    throw new TypeError('unforeseen')
  }
  const cache = createDnsCache({ resolve })
  await assert.rejects(
    cache.lookup('empty.example'),
    (error: unknown) => error instanceof LookupFailure && error.permanent,
  )
  await assert.rejects(
    cache.lookup('odd.example'),
    (error: unknown) => error instanceof LookupFailure && !error.permanent,
  )
})

test('the cache stays within its bound and forgets the name not used for longest', async () => {
  const asked: string[] = []
  const cache = createDnsCache({ resolve: async hostname => (asked.push(hostname), HERE), maxEntries: 3 })
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await cache.lookup(name)
  assert.equal(cache.size, 3)
  assert.deepEqual(asked, ['a', 'b', 'c', 'd', 'b'])
})

test('the hosts file is read with comments, several names and IPv4 first', () => {
  const hosts = parseHostsFile(
    '# local\n::1 localhost\n127.0.0.1\tLocalhost me # also\r\nnonsense here\n\n10.0.0.1 intranet.example',
  )
  assert.deepEqual(hosts.get('localhost'), [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
  assert.deepEqual(hosts.get('me'), [{ address: '127.0.0.1', family: 4 }])
  assert.deepEqual([...hosts.keys()], ['localhost', 'me', 'intranet.example'])
})
