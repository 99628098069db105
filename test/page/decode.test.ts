import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js'
import { decodeText } from '../../src/page/charset/decode.js'

// First sentences of the Universal Declaration of Human Rights.
const THAI =
  'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ ทุกคนย่อมมีสิทธิและอิสรภาพบรรดาที่กำหนดไว้ในปฏิญญานี้ โดยปราศจากความแตกต่างไม่ว่าชนิดใด ๆ'
const RUSSIAN =
  'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Каждый человек должен обладать всеми правами и всеми свободами.'
const JAPANESE =
  'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。すべて人は、いかなる差別をも受けることなく、権利を享有する。'
const CHINESE =
  '人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。人人有资格享有本宣言所载的一切权利和自由,不分种族、肤色、性别、语言、宗教、政治或其他见解。'
const FRENCH =
  'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de tous les droits.'

function single(charset: string, text: string): Uint8Array {
  return createSinglebyteEncoder(charset)(text)
}

function multi(charset: string, text: string): Uint8Array {
  return createMultibyteEncoder(charset)(text)
}

function check(bytes: Uint8Array, header: string, text: string, charset: string, source: string): void {
  const decoded = decodeText(bytes, header)
  assert.deepEqual([decoded.charset, decoded.charsetSource], [charset, source])
  assert.equal(decoded.text, text)
}

test('a byte order mark beats every declaration and is not part of the text', () => {
  check(Buffer.from(`\ufeff${THAI}`), 'tis-620', THAI, 'utf-8', 'bom')
  check(Buffer.from(`\ufeff${THAI}`, 'utf16le'), 'utf-8', THAI, 'utf-16le', 'bom')
  check(Buffer.from(`\ufeff${THAI}`, 'utf16le').swap16(), '', THAI, 'utf-16be', 'bom')
})

test('the header is believed, then the document', () => {
  const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-874"></head>${THAI}`
  check(single('windows-874', html), '', html, 'windows-874', 'meta')
  check(single('windows-874', html), 'TIS-620', html, 'windows-874', 'header')
  const short = `<meta charset='koi8-r'><p>${RUSSIAN}`
  check(single('koi8-r', short), '', short, 'koi8-r', 'meta')
  check(single('windows-1251', `<p>${RUSSIAN}`), 'Windows-1251', `<p>${RUSSIAN}`, 'windows-1251', 'header')
  const xml = `<?xml version="1.0" encoding="euc-jp"?><html>${JAPANESE}`
  check(multi('euc-jp', xml), '', xml, 'euc-jp', 'meta')
})

test('labels that the standard lacks are understood', () => {
  for (const label of ['tis620', 'TIS-620', 'cp874', 'windows-874', 'iso-8859-11', 'win874']) {
    check(single('windows-874', THAI), label, THAI, 'windows-874', 'header')
  }
  check(multi('shift_jis', JAPANESE), 'cp932', JAPANESE, 'shift_jis', 'header')
  check(single('windows-1251', RUSSIAN), 'win-1251', RUSSIAN, 'windows-1251', 'header')
})

test('a declaration behind the first kilobyte counts, one in a comment or a script does not', () => {
  const late = `<html>${'<!-- padding -->'.repeat(200)}<meta charset=windows-874>${THAI}`
  check(single('windows-874', late), '', late, 'windows-874', 'meta')
  const commented = `<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script><meta charset=windows-874>${THAI}`
  check(single('windows-874', commented), '', commented, 'windows-874', 'meta')
})

test('without declaration the bytes tell', () => {
  check(Buffer.from(FRENCH), '', FRENCH, 'utf-8', 'evidence')
  check(single('windows-874', THAI), '', THAI, 'windows-874', 'evidence')
  check(single('windows-1251', RUSSIAN), '', RUSSIAN, 'windows-1251', 'evidence')
  check(single('koi8-r', RUSSIAN), '', RUSSIAN, 'koi8-r', 'evidence')
  check(multi('shift_jis', JAPANESE), '', JAPANESE, 'shift_jis', 'evidence')
  check(multi('euc-jp', JAPANESE), '', JAPANESE, 'euc-jp', 'evidence')
  check(multi('gbk', CHINESE), '', CHINESE, 'gb18030', 'evidence')
  check(multi('iso-2022-jp', JAPANESE), '', JAPANESE, 'iso-2022-jp', 'evidence')
  check(Buffer.from('<p>plain'), '', '<p>plain', 'utf-8', 'default')
  check(Buffer.from('\x93x\x94', 'latin1'), '', '“x”', 'windows-1252', 'default')
})

test('styles and scripts before the text hide neither a declaration nor the text', () => {
  const styles = `<html><head><style>${'.a{color:red}'.repeat(20_000)}</style>`
  const declared = `${styles}<META http-equiv=Content-Type content="text/html; CHARSET=tis-620"></head><p>${THAI}`
  check(single('windows-874', declared), '', declared, 'windows-874', 'meta')
  const utf8 = `${styles}<meta charset=utf-8></head><p>${FRENCH}`
  check(Buffer.from(utf8), '', utf8, 'utf-8', 'evidence')
  const undeclared = `${styles}</head><p>${THAI}`
  check(Buffer.from(undeclared), '', undeclared, 'utf-8', 'evidence')
  check(single('windows-874', undeclared), '', undeclared, 'windows-874', 'evidence')
  // the word alone declares nothing
  const word = `${styles}</head><script charset="koi8-r" src=x></script><p>${FRENCH}`
  check(Buffer.from(word), '', word, 'utf-8', 'evidence')
})

test('UTF-8 with a part in another charset stays UTF-8, text in another charset does not become it', () => {
  const ticker = single('windows-874', THAI.slice(0, 60))
  const page = Buffer.concat([Buffer.from(`<p>${THAI}</p><marquee>`), ticker, Buffer.from(`</marquee><p>${THAI}`)])
  for (const header of ['', 'utf-8', 'iso-8859-1', 'tis-620']) assert.equal(decodeText(page, header).charset, 'utf-8')
  const legacy: [string, Uint8Array][] = [
    ['windows-874', single('windows-874', THAI)],
    ['euc-jp', multi('euc-jp', JAPANESE)],
    ['gb18030', multi('gbk', CHINESE)],
    ['shift_jis', multi('shift_jis', JAPANESE)],
    ['windows-1251', single('windows-1251', RUSSIAN)],
  ]
  for (const [charset, text] of legacy) {
    const mixed = Buffer.concat([text, text, Buffer.from(FRENCH.slice(0, 60)), text])
    assert.equal(decodeText(mixed, '').charset, charset)
  }
})

test('markup does not hide the text from the evidence', () => {
  const html = `<html><head><title>x</title><style>${'.a{color:red}'.repeat(500)}</style><body>${`<div class="a">${THAI}</div>`.repeat(3)}`
  check(single('windows-874', html), '', html, 'windows-874', 'evidence')
})

test('a declared UTF-8 that is none is overruled by the next declaration or the bytes', () => {
  check(single('windows-874', THAI), 'utf-8', THAI, 'windows-874', 'evidence')
  const html = `<meta charset=tis-620>${THAI}`
  check(single('windows-874', html), 'utf-8', html, 'windows-874', 'meta')
})

test('one broken sequence does not make UTF-8 something else', () => {
  const bytes = Buffer.concat([Buffer.from(THAI), Buffer.from([0xe0, 0x20]), Buffer.from(THAI)])
  check(bytes, 'utf-8', `${THAI}\ufffd ${THAI}`, 'utf-8', 'header')
  check(bytes, '', `${THAI}\ufffd ${THAI}`, 'utf-8', 'evidence')
  // cut off in the middle of a character, as truncated bodies are
  assert.equal(decodeText(Buffer.from(THAI).subarray(0, 100), '').charset, 'utf-8')
})

test('a declared Latin charset is overruled by other scripts, not by Latin text', () => {
  check(Buffer.from(FRENCH), 'iso-8859-1', FRENCH, 'utf-8', 'evidence')
  check(single('windows-874', THAI), 'iso-8859-1', THAI, 'windows-874', 'evidence')
  check(single('windows-1251', RUSSIAN), 'windows-1252', RUSSIAN, 'windows-1251', 'evidence')
  const html = `<meta charset=shift_jis>${JAPANESE}`
  check(multi('shift_jis', html), 'iso-8859-1', html, 'shift_jis', 'meta')
  check(single('windows-1252', FRENCH), 'iso-8859-1', FRENCH, 'windows-1252', 'header')
  check(single('iso-8859-15', FRENCH), 'iso-8859-15', FRENCH, 'iso-8859-15', 'header')
})

test('UTF-8 under the name of a double-byte charset is recognised, two lucky bytes are not', () => {
  check(Buffer.from(CHINESE), 'gb2312', CHINESE, 'utf-8', 'evidence')
  // the famous pair: these four bytes of GBK are valid UTF-8
  check(multi('gbk', '联通'), 'gbk', '联通', 'gbk', 'header')
})

test('a double-byte charset that does not decode is overruled', () => {
  check(single('windows-1251', RUSSIAN), 'shift_jis', RUSSIAN, 'windows-1251', 'evidence')
})

test('bytes that Node decodes wrongly come out right', () => {
  assert.equal(decodeText(Buffer.from([0x80, 0x85, 0x91, 0x9f]), 'windows-1252').text, '€…‘Ÿ')
  assert.equal(decodeText(Buffer.from([0x80, 0x85, 0xa1]), 'windows-874').text, '€…ก')
  assert.equal(decodeText(Buffer.from([0xae, 0xbe]), 'koi8-u').text, 'ўЎ')
})

test('bytes that mean nothing still become text', () => {
  const noise = Uint8Array.from({ length: 100_000 }, (_, n) => Math.imul(n, 2_654_435_761) >>> 13)
  for (const label of ['', 'utf-8', 'windows-874', 'gbk', 'utf-16', 'iso-2022-jp', 'nonsense', 'replacement']) {
    assert.ok(decodeText(noise, label).text.length > 10_000, label)
  }
  assert.equal(decodeText(new Uint8Array(0), '').text, '')
})
