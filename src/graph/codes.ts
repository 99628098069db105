/** Language codes and charset names as files write them → what a graph holds. */
import { iso6393 } from 'iso-639-3'
import { CHARSET } from '../contracts.js'
import { charsetName } from '../page/charset/names.js'

const codes = new Map<string, string>()
for (const { iso6393: code, iso6391, iso6392B } of iso6393) {
  codes.set(code, code)
  if (iso6391 !== undefined) codes.set(iso6391, code)
  if (iso6392B !== undefined) codes.set(iso6392B, code)
}
/** Codes that were withdrawn, but that the Web still writes. */
for (const pair of 'iw:heb in:ind ji:yid jw:jav mo:ron sh:hbs'.split(' ')) {
  const [old, code] = pair.split(':')
  codes.set(old, code)
}

/** `th`, `tha`, `th-TH` → `tha`; 'und' for what is no code. `own`: codes of learned languages, which may be in no list. */
export function languageCode(written: string, own?: ReadonlySet<string>): string {
  const lowered = written.trim().toLowerCase()
  if (own?.has(lowered) === true) return lowered
  return codes.get(lowered) ?? codes.get(lowered.split(/[-_,;\s]/, 1)[0]) ?? 'und'
}

/** Charsets, by their names in the Encoding standard, that were made for one language or script. */
const MADE_FOR: Readonly<Record<string, string>> = {
  'windows-874': 'tha',
  gbk: 'zho cmn',
  gb18030: 'zho cmn',
  big5: 'zho cmn',
  shift_jis: 'jpn',
  'euc-jp': 'jpn',
  'iso-2022-jp': 'jpn',
  'euc-kr': 'kor',
  'koi8-r': 'rus',
  'koi8-u': 'ukr rus bel',
  'windows-1251': 'rus ukr bel bul mkd srp',
  'iso-8859-5': 'rus ukr bel bul mkd srp',
  ibm866: 'rus ukr bel',
  'x-mac-cyrillic': 'rus ukr bel bul mkd srp',
  'iso-8859-7': 'ell',
  'windows-1253': 'ell',
  'iso-8859-8': 'heb yid',
  'iso-8859-8-i': 'heb yid',
  'windows-1255': 'heb yid',
  'iso-8859-6': 'ara fas urd arb pes',
  'windows-1256': 'ara fas urd arb pes',
  'windows-1254': 'tur',
  'windows-1258': 'vie',
}

/** The family of a declared charset; `target`: codes of the wanted languages. */
export function charsetFamily(label: string, target: ReadonlySet<string>): number {
  const name = label === '' ? null : charsetName(label)
  if (name === null) return CHARSET.none
  if (name === 'utf-8') return CHARSET.utf8
  if (Object.hasOwn(MADE_FOR, name) && MADE_FOR[name].split(' ').some(code => target.has(code))) return CHARSET.target
  return name === 'windows-1252' || name === 'iso-8859-1' ? CHARSET.latin1 : CHARSET.other
}
