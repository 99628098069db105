import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkStore } from '../../src/partitions/live/store/check-store.js'
import { parseS3Address } from '../../src/partitions/live/store/s3-address.js'
import { S3Store } from '../../src/partitions/live/store/s3-store.js'
import { serveBucket, type BucketServer } from './bucket-server.js'
import { storeSuite } from './store-suite.js'

let bucket: BucketServer
before(async () => {
  bucket = await serveBucket()
})
after(() => bucket.close())

storeSuite('a bucket in the memory', () => S3Store.open(bucket.address))

test('a store is named by its bucket, and by variables of the environment', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  const { endpoint, prefix, name } = parseS3Address('s3://my-bucket/a//b/', keys)
  assert.deepEqual([endpoint, prefix, name], ['https://s3.us-east-1.amazonaws.com', 'a/b/', 's3://my-bucket/a/b'])
  const own = { ...keys, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/', AWS_REGION: 'eu-west-1' }
  assert.equal(parseS3Address('s3://bucket', own).endpoint, 'http://127.0.0.1:9000')
  assert.equal(parseS3Address('s3://bucket', own).prefix, '')
  for (const wrong of ['s3://', 's3://B', 's3:bucket', 's3://bucket/a b', 's3://bucket/?x'])
    assert.throws(() => parseS3Address(wrong, keys), { code: 'E_USAGE' }, wrong)
  assert.throws(() => parseS3Address('s3://bucket', {}), { code: 'E_STORE', message: /AWS_ACCESS_KEY_ID/ })
})

test('a store that ignores conditional writes is refused, and so is one that has none', async () => {
  const other = await serveBucket()
  try {
    const store = await S3Store.open(other.address)
    other.isConditional = false
    await assert.rejects(checkStore(store), { code: 'E_STORE', message: /does not honour "If-None-Match: \*"/ })
    other.trouble = method => (method === 'PUT' ? 501 : null)
    await assert.rejects(checkStore(store), { code: 'E_STORE', message: /has no conditional writes/ })
    assert.equal(other.objects.size, 0, 'nothing is left there')
  } finally {
    await other.close()
  }
})

test('a request that fails for the moment is made again; one that is refused is not', async () => {
  const store = await S3Store.open(bucket.address)
  for (const trouble of [500, 503, 507, 429, 'late'] as const) {
    let left = 2
    bucket.trouble = () => (left-- > 0 ? trouble : null)
    await store.put('again', `after ${trouble}`)
    assert.equal(String(await store.get('again')), `after ${trouble}`)
  }
  bucket.trouble = () => 403
  const before = bucket.requests
  await assert.rejects(store.put('again', ''), { code: 'E_STORE', message: /refuses the key/ })
  assert.equal(bucket.requests, before + 1)
  bucket.trouble = () => null
})

test('a store that stays away, or stays full, is given up after a while, and says what to do', async () => {
  const store = await S3Store.open(bucket.address, { patienceMs: 500, answerMs: 1000 })
  bucket.trouble = () => 507
  await assert.rejects(store.put('x', ''), {
    code: 'E_STORE',
    message: /the store is full.*run the same command again/,
  })
  bucket.trouble = () => null
  assert.equal(await store.get('x'), null, 'it is asked again')
  const gone = await serveBucket()
  await gone.close()
  const nobody = await S3Store.open(gone.address, { patienceMs: 500 })
  await assert.rejects(nobody.get('x'), { code: 'E_STORE', message: /127\.0\.0\.1:.*ECONNREFUSED/ })
  const stranger = await S3Store.open({ ...bucket.address, accessKeyId: 'other' })
  await assert.rejects(stranger.list(''), { code: 'E_STORE', message: /refuses the key \(InvalidAccessKeyId/ })
})
