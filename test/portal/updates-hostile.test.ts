import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { openDatabase } from '../../src/disk/sqlite.js'
import { countOf } from '../../src/disk/sqlite-rows.js'
import { readWishes, trustKey } from '../../src/portal/updates/index.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { filesOf, startSending, type Sending } from './update-samples.js'

let sending: Sending
let update: Buffer
let state: string
let untouched: Record<string, string>
const insider = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')

/** A portal at its first state, an update for it, and a second key that it trusts, which makes what follows. */
before(async () => {
  sending = await startSending(temporaryDirectory('hostile-updates'))
  const whole = await sending.pack('whole.ltu')
  sending.apply(whole.file)
  state = whole.state
  await sending.change([3])
  update = readFileSync((await sending.pack('update.ltu', whole.state)).file)
  trustKey(sending.school, textOf(insider.publicKey))
  untouched = filesOf(sending.school)
})
after(() => rmSync(sending.root, { recursive: true, force: true }))

function textOf(key: KeyObject): string {
  return `longtail-key-${String(key.export({ format: 'jwk' }).x)}`
}

function refused(bytes: Uint8Array, reason: RegExp): void {
  const file = join(sending.root, 'hostile.ltu')
  writeFileSync(file, bytes)
  assert.throws(() => sending.apply(file), { code: 'E_UPDATE', message: reason })
  assert.deepEqual(filesOf(sending.school), untouched)
  assert.ok(!existsSync(join(sending.root, 'evil')))
}

interface Forged {
  readonly manifest?: Record<string, unknown>
  readonly parts?: readonly Record<string, unknown>[]
  readonly content?: Uint8Array
  readonly signer?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
}

function forge({ manifest = {}, parts = [], content = new Uint8Array(), signer = insider }: Forged): Buffer {
  const about = {
    format: 'longtail-update',
    version: 1,
    key: textOf(signer.publicKey),
    kind: 'library',
    madeAt: Date.UTC(2027, 0, 1),
    title: 'Forged',
    state: '0123456789abcdef',
    base: { state, madeAt: 0 },
    schema: '2.1',
    tables: [],
    archives: [],
    parts,
    ...manifest,
  }
  const json = Buffer.from(JSON.stringify(about))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const signed = Buffer.concat([Buffer.from('LTUPDT1\n'), length, json])
  return Buffer.concat([signed, sign(null, signed, signer.privateKey), content])
}

function blockOf(packed: Uint8Array, size: number): readonly [number, number, string] {
  return [packed.length, size, createHash('sha256').update(packed).digest('hex')]
}

const rows = { kind: 'rows', name: '', from: 0, bytes: 0, blocks: [] }
const evil = Buffer.from('evil')

function archivePart(name: string, from = 0): Record<string, unknown> {
  return { kind: 'archive', name, from, bytes: 4, blocks: [blockOf(evil, 4)] }
}

test('a byte that changed anywhere is noticed', () => {
  // the head is small; of the rest some places of each block
  for (let at = 0; at < update.length; at += at < 200 ? 7 : 997) {
    const bytes = Buffer.from(update)
    bytes[at] ^= 1
    refused(bytes, /copy it again|is not an update file|is not complete|does not exist/)
  }
  refused(Buffer.concat([update, Buffer.from('more')]), /longer than the signed file/)
  refused(Buffer.alloc(0), /is not complete: 0 bytes are here/)
  refused(Buffer.from('<html>404 Not Found</html>'), /is not an update file/)
})

test('only what a trusted key signed is taken', () => {
  refused(forge({ parts: [rows], signer: stranger }), /is signed by longtail-key-.*which .* does not trust/)
  // the manifest of a trusted sender, with the signature of somebody else
  const signedByOther = forge({ parts: [rows], signer: stranger, manifest: { key: textOf(insider.publicKey) } })
  refused(signedByOther, /changed after it was signed/)
  refused(forge({ parts: [rows], manifest: { key: 'longtail-key-nothing' } }), /changed after it was signed/)
  const nobody = join(sending.root, 'nobody')
  assert.throws(() => trustKey(nobody, 'a key'), { code: 'E_USAGE' })
})

test('names that lead elsewhere are refused', () => {
  for (const name of [
    '../../evil',
    '/tmp/evil',
    'aaaaaaaaaa-../../evil',
    'aaaaaaaaaa-x/../../evil',
    'local.db',
    '..\\evil',
    'aaaaaaaaaa-\u001b[2J',
    'aaaaaaaaaa-..',
  ])
    refused(
      forge({ parts: [rows, archivePart(name)], content: evil, manifest: { archives: [{ name, bytes: 4 }] } }),
      /is not an update of Longtail, or is damaged/,
    )
  // not listed among the archives
  refused(forge({ parts: [rows, archivePart('../../evil')], content: evil }), /a file that it does not list/)
  refused(forge({ parts: [{ ...rows, name: '../evil' }] }), /its rows has a name/)
})

test('what is there twice, or does not add up, is refused', () => {
  const name = 'aaaaaaaaaa-x.warc'
  const twice = [archivePart(name), archivePart(name)]
  const archives = [{ name, bytes: 4 }]
  refused(forge({ parts: [rows, ...twice], manifest: { archives } }), /has a part twice/)
  refused(
    forge({
      parts: [rows],
      manifest: { archives: [...archives, { name: name.toUpperCase().replace('AAAAAAAAAA', 'aaaaaaaaaa'), bytes: 4 }] },
    }),
    /names an archive file twice/,
  )
  refused(forge({ parts: [rows, { ...archivePart(name), bytes: 5 }], manifest: { archives } }), /do not add up/)
  refused(forge({ parts: [rows, { ...rows, kind: 'index' }] }), /does not say which library it needs/)
  refused(forge({ parts: [rows], manifest: { base: null } }), /does not say which state it applies to/)
  refused(forge({ parts: [rows], manifest: { version: 2 } }), /newer version of Longtail/)
  refused(forge({ parts: [rows], manifest: { schema: '99.1' } }), /install the version of Longtail that the sender has/)
  // an archive that it does not bring must be here
  refused(forge({ parts: [rows], manifest: { archives } }), /aaaaaaaaaa-x\.warc is missing/)
})

test('a block never unpacks to more than the manifest says, and the manifest says no more than a megabyte', () => {
  const bomb = brotliCompressSync(Buffer.alloc(5_000_000))
  assert.ok(bomb.length < 1000)
  refused(
    forge({ parts: [{ ...rows, bytes: 1000, blocks: [blockOf(bomb, 1000)] }], content: bomb }),
    /does not unpack to its 1000 bytes/,
  )
  refused(
    forge({ parts: [{ ...rows, bytes: 5_000_000, blocks: [blockOf(bomb, 5_000_000)] }], content: bomb }),
    /or is damaged/,
  )
})

test('rows that do not fit change nothing', () => {
  const table = { table: 'facts', columns: ['name', 'value'], removed: 0, changed: 0, added: 0, before: 0, after: 0 }
  const withRows = (bytes: number[], tables: unknown[]): Buffer => {
    const content = Buffer.from(bytes)
    const part = {
      ...rows,
      bytes: content.length,
      blocks: content.length === 0 ? [] : [blockOf(content, content.length)],
    }
    return forge({ parts: [part], content, manifest: { tables, archives: archivesNow() } })
  }
  refused(withRows([], [{ ...table, table: 'sqlite_master' }]), /in another form/)
  refused(withRows([], [{ ...table, columns: ['value', 'name'] }]), /in another form/)
  refused(withRows([4, 1, 120], [{ ...table, before: 3, after: 2, removed: 1 }]), /another number of rows/)
  refused(withRows([], [{ ...table, after: 1 }]), /do not add up/)
  const count = factsNow()
  const facts = { ...table, before: count, after: count }
  refused(withRows([], [{ ...facts, added: 1, after: count + 1 }]), /do not fit together/)
  refused(withRows([9, 9, 9], [facts]), /do not fit together/)
  // a text that promises four gigabytes
  refused(withRows([4, 255, 255, 255, 255, 15], [{ ...facts, removed: 1, after: count - 1 }]), /do not fit together/)
  refused(withRows([4, 1, 120], [{ ...facts, removed: 1, after: count - 1 }]), /a row of facts is missing/)
})

/** Without the one that says which state this is. */
function factsNow(): number {
  const database = openDatabase(join(sending.school, 'index.db'), { readOnly: true })
  try {
    return countOf(database, "SELECT count(*) AS count FROM facts WHERE name <> 'state'")
  } finally {
    database.close()
  }
}

test('an index that names other files of the machine, or brings programs, is refused', () => {
  const path = join(sending.root, 'index-of-an-insider.db')
  const withIndex = (sql: string): Buffer => {
    rmSync(path, { force: true })
    copyFileSync(join(sending.school, 'index.db'), path)
    const database = openDatabase(path, { singleFile: true })
    database.exec(sql)
    database.close()
    const content = readFileSync(path)
    const blocks = Array.from({ length: Math.ceil(content.length / 2 ** 20) }, (_, i) => {
      const bytes = content.subarray(i * 2 ** 20, (i + 1) * 2 ** 20)
      return blockOf(bytes, bytes.length)
    })
    const parts = [{ kind: 'index', name: '', from: 0, bytes: content.length, blocks }]
    return forge({ parts, content, manifest: { archives: archivesNow() } })
  }
  refused(withIndex("UPDATE files SET path = '/etc/passwd'"), /contains "\/etc\/passwd", a file outside the portal/)
  refused(withIndex("UPDATE files SET path = 'archives/../local.db'"), /a file outside the portal/)
  refused(withIndex('CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM pages; END'), /holds more than tables/)
  refused(withIndex('DROP TABLE facts'), /the index in the update cannot be used \(no such table: facts\)/)
  const text = Buffer.from('this is no database, '.repeat(100))
  const parts = [{ kind: 'index', name: '', from: 0, bytes: text.length, blocks: [blockOf(text, text.length)] }]
  refused(
    forge({ parts, content: text, manifest: { archives: archivesNow() } }),
    /the index in the update cannot be used/,
  )
})

function archivesNow(): { name: string; bytes: number }[] {
  return readdirSync(join(sending.school, 'archives')).map(name => ({
    name,
    bytes: readFileSync(join(sending.school, 'archives', name)).length,
  }))
}

test('a link in the place of an archive is not written through', () => {
  const [{ name, bytes }] = archivesNow()
  const path = join(sending.school, 'archives', name)
  const content = readFileSync(path)
  const target = join(sending.root, 'target')
  writeFileSync(target, content)
  rmSync(path)
  symlinkSync(target, path)
  try {
    const file = join(sending.root, 'link.ltu')
    const part = archivePart(name, bytes)
    writeFileSync(
      file,
      forge({ parts: [rows, part], content: evil, manifest: { archives: [{ name, bytes: bytes + 4 }] } }),
    )
    assert.throws(() => sending.apply(file), { code: 'E_UPDATE', message: /is missing or was changed/ })
    assert.deepEqual(readFileSync(target), content)
  } finally {
    rmSync(path)
    writeFileSync(path, content)
  }
})

test('a wish list is no update, and an update no wish list', () => {
  const json = Buffer.from('{"pages":[],"searches":[]}')
  const part = { kind: 'wishes', name: '', from: 0, bytes: json.length, blocks: [blockOf(json, json.length)] }
  const list = forge({
    parts: [part],
    content: json,
    manifest: { kind: 'wishes', state: null, base: null, schema: '' },
  })
  refused(list, /this is a wish list/)
  assert.throws(() => readWishes(join(sending.root, 'update.ltu')), /is an update of a portal, not a wish list/)
})

test('the update itself is taken after all that', () => {
  assert.equal(sending.apply(join(sending.root, 'update.ltu')).applied, true)
})
