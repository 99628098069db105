/** Which language a charset name stands for, and which names are names at all. */
import { normalizeEncoding } from '@exodus/bytes/encoding.js'

/** Charsets in which one language is written. Those of several (windows-1251, iso-8859-2, windows-1256 …) say nothing. */
const CHARSETS_OF: Readonly<Record<string, string>> = {
  tha: 'tis-620 tis620 windows-874 x-windows-874 cp874 iso-8859-11 dos-874 ibm874',
  jpn: 'euc-jp x-euc-jp shift_jis shift-jis sjis x-sjis ms_kanji csshiftjis windows-31j cp932 iso-2022-jp csiso2022jp',
  zho: 'gb2312 gb_2312-80 x-gbk gbk gb18030 hz-gb-2312 euc-cn cp936 iso-2022-cn big5 big5-hkscs x-x-big5 cn-big5 csbig5 cp950 euc-tw',
  kor: 'euc-kr ks_c_5601-1987 ksc5601 ks_c_5601-1989 korean windows-949 cp949 iso-2022-kr johab',
  rus: 'koi8-r koi8_r koi koi8 cskoi8r',
  ukr: 'koi8-u',
  ell: 'iso-8859-7 iso8859-7 windows-1253 cp1253 greek',
  heb: 'iso-8859-8 iso-8859-8-i iso-8859-8-e windows-1255 cp1255 hebrew logical',
  tur: 'iso-8859-9 iso8859-9 windows-1254 cp1254 latin5',
  vie: 'windows-1258 cp1258 viscii vps tcvn tcvn5712',
  hye: 'armscii-8',
  tam: 'tscii',
}

const languageByCharset = new Map(
  Object.entries(CHARSETS_OF).flatMap(([language, charsets]) =>
    charsets.split(' ').map(charset => [charset, language]),
  ),
)

/** ISO 639-3, '' when the charset is absent or says nothing about the language. */
export function languageOfCharset(charset: string): string {
  return languageByCharset.get(charset) ?? ''
}

/** Registered with IANA, but unknown to browsers. */
const IANA_ONLY: readonly string[] =
  'utf-7 utf-32 viscii tscii gb_2312-80 iso-8859-8-e iso-2022-cn hp-roman8 armscii-8'.split(' ')

/** A name or alias of a character set, as far as the Web uses them. */
export function isCharsetName(charset: string): boolean {
  return normalizeEncoding(charset) !== null || IANA_ONLY.includes(charset)
}

/** What authoring tools write unasked: no evidence of anything. */
export function isLatin1Name(charset: string): boolean {
  return ['iso-8859-1', 'iso8859-1', 'iso_8859-1', 'latin1', 'l1', 'us-ascii', 'ascii'].includes(charset)
}
