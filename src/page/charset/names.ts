/** Charset labels as people write them → the names of the Encoding standard. */
import { normalizeEncoding } from '@exodus/bytes/encoding.js'

/** Labels that the standard does not know but pages, servers and detectors use. */
const ALIASES: Readonly<Record<string, string>> = {
  big5hkscs: 'big5',
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  ms874: 'windows-874',
  ms932: 'shift_jis',
  ms949: 'euc-kr',
  tis620: 'windows-874',
  'tis-620-2533': 'windows-874',
  'tis620-2533': 'windows-874',
  uhc: 'euc-kr',
  euc_jp: 'euc-jp',
  euc_kr: 'euc-kr',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  'x-windows-874': 'windows-874',
  'x-windows-949': 'euc-kr',
  'utf-8n': 'utf-8',
  'iso-latin-1': 'windows-1252',
}

const known = new Map<string, string | null>()

/** Lower-case name of the Encoding standard, null when nothing is meant that can be decoded. */
export function charsetName(label: string): string | null {
  if (label === 'utf-8') return label
  const remembered = known.get(label)
  if (remembered !== undefined) return remembered
  const name = resolve(label.trim().toLowerCase())
  // short strings only: a longer one is a window on its document and would keep it in memory
  if (known.size < 1_000 && label.length < 13) known.set(label, name)
  return name
}

function resolve(label: string): string | null {
  const spelled = label
    .replace(/^(?:windows|win)[-_ ]?(125\d|874)$/, 'windows-$1')
    .replace(/^iso_?8859[-_]?(\d+)$/, 'iso-8859-$1')
  const name = ALIASES[spelled] ?? normalizeEncoding(spelled)
  // the standard's way of refusing charsets that hide markup from filters
  return name === 'replacement' || name === 'x-user-defined' ? null : name
}

/** The family in which bytes above 127 are rare: letters with marks among plain ones. */
export function isLatin(charset: string): boolean {
  return /^(?:windows-125[02478]|iso-8859-(?:1|2|3|4|9|10|13|14|15|16)|macintosh)$/.test(charset)
}

export function isMultiByte(charset: string): boolean {
  return /^(?:gbk|gb18030|big5|euc-jp|euc-kr|shift_jis|iso-2022-jp)$/.test(charset)
}
