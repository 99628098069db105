/** What every store that speaks S3 must do, whoever made it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkStore } from '../../src/partitions/live/store/check-store.js'
import type { S3Store } from '../../src/partitions/live/store/s3-store.js'

export function storeSuite(name: string, open: () => Promise<S3Store>, skip: string | false = false): void {
  test(`${name}: what was put is there, and gone when it is removed`, { skip }, async () => {
    const store = await open()
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_none, i) => i % 251))
    await store.put('a/b c+ü', bytes)
    await store.put('a/empty', '')
    assert.deepEqual(await store.get('a/b c+ü'), bytes)
    assert.equal(await store.sizeOf('a/b c+ü'), 1000)
    assert.equal(await store.sizeOf('a/empty'), 0)
    assert.equal(await store.get('a/none'), null)
    assert.equal(await store.sizeOf('a/none'), null)
    await store.remove(['a/b c+ü', 'a/empty', 'a/none'])
    assert.deepEqual(await store.list('a/'), [])
  })

  test(`${name}: lists are complete, in order and of one folder when that is asked`, { skip }, async () => {
    const store = await open()
    const keys = Array.from({ length: 230 }, (_none, i) => `list/${String(i).padStart(3, '0')}`)
    await Promise.all([...keys, 'list/deep/er'].map(key => store.put(key, key)))
    const flat = (await store.list('list/', true)).map(({ key }) => key)
    assert.deepEqual(flat, keys)
    assert.equal((await store.list('list/')).length, 231)
    await store.remove([...keys, 'list/deep/er'])
  })

  test(`${name}: of many that make the same object one succeeds`, { skip }, async () => {
    const store = await open()
    const made = await Promise.all(Array.from({ length: 12 }, (_none, i) => store.putNew('once', String(i))))
    assert.equal(made.filter(Boolean).length, 1)
    assert.equal(String(await store.get('once')), String(made.indexOf(true)))
    await store.remove(['once'])
    await checkStore(store)
  })

  test(`${name}: files go there and come back in parts`, { skip }, async () => {
    const store = await open()
    const directory = mkdtempSync(join(tmpdir(), 'longtail-store-'))
    try {
      const bytes = Buffer.alloc(300_000, 'longtail ')
      writeFileSync(join(directory, 'file'), bytes)
      assert.equal(await store.putFile('file', join(directory, 'file'), true), true)
      assert.equal(await store.putFile('file', join(directory, 'file'), true), false)
      const back = join(directory, 'back')
      assert.equal(await store.download({ key: 'file', size: bytes.length }, back, 70_000), true)
      assert.ok(readFileSync(back).equals(bytes))
      assert.equal(await store.download({ key: 'gone', size: 5 }, back), false)
    } finally {
      await store.remove(['file'])
      rmSync(directory, { recursive: true })
    }
  })
}
