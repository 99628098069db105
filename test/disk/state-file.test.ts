import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { loadState, saveState } from '../../src/disk/state-file.js'
import { LongtailError } from '../../src/errors.js'
import type { Persistent, StateFields } from '../../src/state-fields.js'

async function inTemporary(body: (path: string, directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'longtail-state-'))
  try {
    await body(join(directory, 'state'), directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Something of every kind. */
class Everything implements Persistent {
  count = 0
  note = ''
  words: readonly string[] = []
  bytes = new Uint8Array(0)
  shorts = new Uint16Array(0)
  ids = new Uint32Array(0)
  biases = new Int32Array(0)
  small = new Float32Array(0)
  large = new Float64Array(0)

  persist(fields: StateFields): void {
    this.count = fields.number('count', this.count)
    this.note = fields.text('note', this.note)
    this.words = fields.texts('words', this.words)
    this.bytes = fields.array('bytes', this.bytes)
    this.shorts = fields.array('shorts', this.shorts)
    fields.part('inner', {
      persist: inner => {
        this.ids = inner.array('bytes', this.ids)
        this.biases = inner.array('biases', this.biases)
      },
    })
    this.small = fields.array('small', this.small)
    this.large = fields.array('large', this.large)
  }
}

function something(): Everything {
  const parts = new Everything()
  parts.count = -0
  parts.note = 'a lone \ud800 surrogate, ไทย and "quotes"\n'
  parts.words = ['', 'b', '\ud83d\ude00', '\udfff']
  parts.bytes = Uint8Array.of(0, 1, 0, 255, 0, 0, 0)
  parts.shorts = Uint16Array.of(0, 256, 0)
  parts.ids = new Uint32Array(100_000).map((_, i) => (i < 70_001 ? i * 61_001 : 0))
  parts.biases = Int32Array.of(-1, -0x8000_0000, 0)
  parts.small = Float32Array.of(NaN, 0.1, -0)
  parts.large = Float64Array.of(-Infinity, 1e300, -0, 0)
  return parts
}

function contents(parts: Everything): unknown {
  return { ...parts }
}

const refused = (part: string) => (error: unknown) =>
  error instanceof LongtailError && error.code === 'E_CHECKPOINT' && error.message.includes(part)

test('what is loaded is what was saved, bit by bit, with arrays as long as they were', async () => {
  await inTemporary(async (path, directory) => {
    const before = something()
    const size = await saveState(path, before, { campaign: 'thai', pages: 12 })
    assert.deepEqual(readdirSync(directory), ['state'])
    assert.equal(readFileSync(path).length, size)
    const state = loadState(path)
    assert.deepEqual(state?.about, { campaign: 'thai', pages: 12 })
    const after = new Everything()
    state?.restore(after)
    assert.deepEqual(contents(after), contents(before))
    assert.ok(Object.is(after.count, -0))
    assert.ok(Object.is(after.large[2], -0))
  })
})

test('an array that two parts share is written once, and shared again after loading', async () => {
  await inTemporary(async path => {
    const shared = new Uint32Array(10_000).fill(7)
    const like = shared.slice()
    const persist = (fields: StateFields, arrays: Uint32Array[]): void => {
      for (const i of arrays.keys()) arrays[i] = fields.array(`array-${i}`, arrays[i])
    }
    const size = await saveState(path, { persist: fields => persist(fields, [shared, like, shared]) }, {})
    assert.ok(size > 80_000 && size < 90_000)
    const loaded = [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)]
    loadState(path)?.restore({ persist: fields => persist(fields, loaded) })
    assert.deepEqual(loaded, [shared, shared, shared])
    assert.equal(loaded[0], loaded[2])
    assert.notEqual(loaded[0], loaded[1])
  })
})

test('numbers of all kinds come back', async () => {
  for (const value of [NaN, Infinity, -Infinity, 2 ** 53, Number.MIN_VALUE, 0.1]) {
    await inTemporary(async path => {
      const parts = something()
      parts.count = value
      await saveState(path, parts, {})
      const after = new Everything()
      loadState(path)?.restore(after)
      assert.ok(Object.is(after.count, value))
    })
  }
})

test('parts that remember nothing make a file, too', async () => {
  await inTemporary(async path => {
    const nothing = { persist: () => {} }
    await saveState(path, nothing, {})
    loadState(path)?.restore(nothing)
    await saveState(path, new Everything(), {})
    const empty = new Everything()
    loadState(path)?.restore(empty)
    assert.deepEqual(contents(empty), contents(new Everything()))
  })
})

test('zeros at the end of an array are not written, wherever it begins', async () => {
  await inTemporary(async path => {
    for (let begin = 0; begin < 9; begin++) {
      for (let filled = 0; filled < 9; filled++) {
        const all = new Uint8Array(100_000)
        const bytes = all.subarray(begin, 90_000)
        if (filled > 0) bytes[filled - 1] = 7
        all[90_000] = 9 // behind the end, and none of its business
        let loaded = new Uint8Array(0)
        const size = await saveState(path, { persist: fields => void fields.array('bytes', bytes) }, {})
        assert.ok(size < 1000)
        loadState(path)?.restore({ persist: fields => void (loaded = fields.array('bytes', loaded)) })
        assert.deepEqual(loaded, bytes.slice())
      }
    }
  })
})

test('there is no state where there is no file', async () => {
  await inTemporary(async path => {
    assert.equal(loadState(path), null)
    await saveState(path, something(), {})
    assert.notEqual(loadState(path), null)
  })
})

test('a byte changed anywhere, or missing, or added, makes the file useless', async () => {
  await inTemporary(async path => {
    const parts = something()
    parts.ids = parts.ids.subarray(0, 50)
    await saveState(path, parts, { pages: 3 })
    const good = readFileSync(path)
    for (let at = 0; at < good.length; at++) {
      const bad = Buffer.from(good)
      bad[at] ^= 1 << (at % 8)
      writeFileSync(path, bad)
      // the padding between sections is nobody's
      const changed = new Everything()
      try {
        loadState(path)?.restore(changed)
      } catch (error) {
        assert.ok(refused('')(error), String(error))
        continue
      }
      assert.deepEqual({ ...changed }, { ...parts, ids: parts.ids.slice() }, `byte ${at}`)
    }
    for (const length of [0, 1, 20, 31, 32, 100, good.length - 1]) {
      writeFileSync(path, good)
      truncateSync(path, length)
      assert.throws(() => loadState(path), refused(path))
    }
    writeFileSync(path, Buffer.concat([good, Buffer.from('x')]))
    assert.throws(() => loadState(path), refused('bytes and should have'))
  })
})

test('a foreign file, a folder and another version are told apart from a checkpoint', async () => {
  await inTemporary(async (path, directory) => {
    writeFileSync(path, 'a thesis that took two years to write')
    assert.throws(() => loadState(path), refused('not a checkpoint'))
    assert.throws(() => loadState(directory), refused(directory))
    await saveState(path, something(), {})
    const good = readFileSync(path)
    good.writeUInt32LE(2, 16)
    writeFileSync(path, good)
    assert.throws(() => loadState(path), refused('version 2'))
  })
})

test('a forged head is refused, also when its checksum is right', async () => {
  await inTemporary(async path => {
    await saveState(path, { persist: fields => void fields.array('bytes', new Uint8Array(1e6).fill(1)) }, {})
    const good = readFileSync(path, 'latin1')
    const forge = (from: string, to: string): void => {
      const bytes = Buffer.from(good.replace(from, to.padEnd(from.length)), 'latin1')
      bytes.writeUInt32LE(crc32(bytes.subarray(32, 32 + bytes.readUInt32LE(24))), 28)
      writeFileSync(path, bytes)
    }
    forge('"u8"', '"u8"')
    loadState(path)?.restore({ persist: fields => void fields.array('bytes', new Uint8Array(0)) })
    forge('"length":1000000', '"length":10')
    assert.throws(() => loadState(path), refused('longer than it says'))
    forge('"length":1000000', '"length":9e15')
    assert.throws(() => loadState(path), refused(path))
    forge('"stored":1000000', '"stored":-8')
    assert.throws(() => loadState(path), refused('says something else'))
    forge('"type":"u8"', '"type":"u7"')
    assert.throws(() => loadState(path), refused('says something else'))
    forge('"type":"u8"', '"type":[]')
    assert.throws(() => loadState(path), refused('says something else'))
    forge('"about":{}', '"about":[]')
    assert.throws(() => loadState(path), refused('says something else'))
  })
})

test('a state of other parts is refused', async () => {
  await inTemporary(async path => {
    const save = (persist: (fields: StateFields) => void): Promise<number> => saveState(path, { persist }, {})
    const load = (persist: (fields: StateFields) => void): void => loadState(path)?.restore({ persist })
    await save(fields => void fields.number('a', 1))
    assert.throws(() => load(fields => void fields.text('a', '')), refused('another type'))
    assert.throws(() => load(fields => void fields.array('a', new Uint8Array(1))), refused('another type'))
    assert.throws(() => load(fields => void fields.number('b', 1)), refused('no field b'))
    assert.throws(() => load(() => {}), refused('nobody takes'))
    assert.throws(
      () => load(fields => fields.part('a', { persist: inner => void inner.number('a', 1) })),
      refused('a/a'),
    )
    await save(fields => void fields.array('a', new Uint16Array(3)))
    assert.throws(() => load(fields => void fields.array('a', new Uint32Array(3))), refused('another type'))
    await save(fields => fields.same('parameters', 't=3'))
    load(fields => fields.same('parameters', 't=3'))
    assert.throws(() => load(fields => fields.same('parameters', 't=4')), refused('t=4'))
  })
})

test('parts that name two fields alike, or tell something else than plain arrays, are told so when they save', async () => {
  await inTemporary(async path => {
    const twice = { persist: (fields: StateFields) => void (fields.number('a', 1) + fields.number('a', 2)) }
    await assert.rejects(saveState(path, twice, {}), TypeError)
    const buffer = { persist: (fields: StateFields) => void fields.array('a', Buffer.from('abc')) }
    await assert.rejects(saveState(path, buffer, {}), /plain typed arrays/)
    assert.equal(existsSync(path), false)
  })
})

test('the file appears when all that it refers to is safe, and not when that fails', async () => {
  await inTemporary(async (path, directory) => {
    const seen: boolean[] = []
    const parts = (value: number, work: () => Promise<void>): Persistent => ({
      persist: fields => {
        fields.number('value', value)
        fields.beforeItCounts(work)
      },
    })
    await saveState(
      path,
      parts(1, async () => void seen.push(existsSync(path))),
      {},
    )
    assert.deepEqual(seen, [false])
    const failing = parts(2, () => Promise.reject(new Error('the disk is gone')))
    await assert.rejects(saveState(path, failing, {}), (error: unknown) => {
      return error instanceof LongtailError && error.code === 'E_DISK' && error.message.includes('the disk is gone')
    })
    assert.deepEqual(readdirSync(directory), ['state'])
    let value = 0
    loadState(path)?.restore({ persist: fields => void (value = fields.number('value', 0)) })
    assert.equal(value, 1)
  })
})

test('parts may change as soon as the call returns', async () => {
  await inTemporary(async path => {
    const parts = something()
    const expected = contents(something())
    const saving = saveState(path, parts, {})
    parts.ids.fill(3)
    parts.count = 17
    await saving
    const after = new Everything()
    loadState(path)?.restore(after)
    assert.deepEqual(contents(after), expected)
  })
})
