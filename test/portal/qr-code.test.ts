import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { encodePng } from '../../src/png.js'
import { qrCode } from '../../src/portal/people/qr-code.js'
import { temporaryDirectory } from '../crawl/run-cli.js'

const directory = temporaryDirectory('qr')
mkdirSync(directory, { recursive: true })
after(() => rmSync(directory, { recursive: true, force: true }))

const QUIET = 4
const SCALE = 4

/** As a camera sees it; `spoil` turns some modules over. */
function picture(text: string, spoil: (row: number, column: number) => boolean = () => false): Uint8Array {
  const code = qrCode(text)
  assert.ok(code !== null)
  const side = (code.length + 2 * QUIET) * SCALE
  const rows = Buffer.alloc(side * (side + 1), 1)
  for (let y = 0; y < side; y++) {
    rows[y * (side + 1)] = 0
    for (let x = 0; x < side; x++) {
      const [row, column] = [Math.floor(y / SCALE) - QUIET, Math.floor(x / SCALE) - QUIET]
      const isDark = code[row]?.[column] ?? false
      rows[y * (side + 1) + 1 + x] = isDark !== (column in (code[row] ?? []) && spoil(row, column)) ? 0 : 1
    }
  }
  return encodePng(side, side, rows, Buffer.from([0, 0, 0, 255, 255, 255]))
}

/** By zbar, which shares no line with us. */
function readByZbar(pictures: readonly Uint8Array[]): string[] {
  const files = pictures.map((bytes, i) => {
    const file = join(directory, `${i}.png`)
    writeFileSync(file, bytes)
    return file
  })
  const read = execFileSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', ...files], {
    stdio: 'pipe',
  })
  return read.toString('utf8').split('\n').slice(0, -1)
}

const address = (length: number): string => `http://school.local:8080/lessons/${'a1B_-'.repeat(60)}`.slice(0, length)

test('another program reads codes of every version, filled to the last byte and by one byte less', () => {
  const fullBytes = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
  const texts = fullBytes.flatMap(bytes => [address(bytes), address(bytes - 1)])
  assert.deepEqual(
    texts.map(text => ((qrCode(text)?.length ?? 0) - 17) / 4),
    fullBytes.flatMap((_, i) => [i + 1, i + 1]),
  )
  assert.deepEqual(readByZbar(texts.map(text => picture(text))), texts)
})

test('a code is read although a corner of it was smudged', () => {
  const text = address(100)
  assert.deepEqual(readByZbar([picture(text, (row, column) => row > 15 && row < 21 && column > 15 && column < 21)]), [
    text,
  ])
})

test('letters of all scripts are read, and what is too long has no code', () => {
  const text = 'http://โรงเรียน.local/बच्चे'
  assert.deepEqual(readByZbar([picture(text)]), [text])
  assert.equal(qrCode(address(214)), null)
})
