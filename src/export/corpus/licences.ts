/**
 * What a page says about the licence of its text: links with rel=license, links to and badges of known licences, META elements,
 * schema.org in JSON-LD and attributes, the Link header, and lines with "©" or "all rights reserved". Who builds a corpus decides;
 * these are the places to look.
 */
import { parseJson } from '../../json.js'
import { tidy } from '../../one-line.js'
import type { LicenceHint } from './contracts.js'

const MAX_HINTS = 12
const MAX_VALUE = 300

export class LicenceHints {
  private readonly hints: LicenceHint[] = []

  get found(): readonly LicenceHint[] {
    return this.hints
  }

  get isFull(): boolean {
    return this.hints.length >= MAX_HINTS
  }

  add(found: string, value: string): void {
    const short = tidy(value, MAX_VALUE)
    if (short === '' || this.isFull) return
    if (this.hints.some(hint => hint.value === short && hint.found === found)) return
    this.hints.push({ licence: licenceOf(short), found, value: short })
  }
}

/** Parts of a Creative Commons licence, in the order in which its name has them. */
const CC =
  /^(?:by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd|by-nd-nc|sa|nd|nc|nc-sa|nd-nc|sampling\+?|nc-sampling\+?|devnations)$/
const CC_URL =
  /creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]{1,20})(?:\/(\d\.\d))?(?:\/([a-z]{2}))?(?![a-z])/i
const KNOWN: readonly (readonly [pattern: RegExp, licence: string])[] = [
  [/gnu\.org\/(?:copyleft|licenses)\/fdl/i, 'GFDL'],
  [/opendatacommons\.org\/licenses\/odbl/i, 'ODbL-1.0'],
  [/opendatacommons\.org\/licenses\/by/i, 'ODC-By-1.0'],
  [/opendatacommons\.org\/licenses\/pddl/i, 'PDDL-1.0'],
  [/nationalarchives\.gov\.uk\/doc\/open-government-licence\/version\/3/i, 'OGL-UK-3.0'],
  [/nationalarchives\.gov\.uk\/doc\/open-government-licence/i, 'OGL'],
  [/unlicense\.org/i, 'Unlicense'],
]

/** '' for what is not known. */
export function licenceOf(value: string): string {
  const cc = CC_URL.exec(value)
  if (cc !== null) return creativeCommons(cc)
  const known = KNOWN.find(([pattern]) => pattern.test(value))
  if (known !== undefined) return known[1]
  const spelt = /\bCC[ -](BY(?:-(?:NC|ND|SA)){0,2})(?:[ -](\d\.\d))?\b/i.exec(value)
  if (spelt !== null) return `CC-${spelt[1].toUpperCase()}${spelt[2] === undefined ? '' : `-${spelt[2]}`}`
  if (/\bCC0\b/i.test(value)) return 'CC0-1.0'
  return isReserved(value) ? 'all-rights-reserved' : ''
}

function creativeCommons([, kind, name, version, country]: RegExpExecArray): string {
  const word = name.toLowerCase()
  if (kind.toLowerCase() === 'publicdomain') {
    if (word === 'zero') return 'CC0-1.0'
    return word === 'mark' ? 'CC-PDM-1.0' : ''
  }
  if (word === 'publicdomain') return 'CC-PDDC'
  if (!CC.test(word)) return ''
  const parts = ['CC', word.replace('nd-nc', 'nc-nd'), version ?? '', version === undefined ? '' : (country ?? '')]
  return parts
    .filter(part => part !== '')
    .join('-')
    .toUpperCase()
}

/** "All rights reserved" in the languages of many pages. */
const RESERVED =
  /all rights reserved|alle rechte vorbehalten|tous droits réservés|todos (?:los derechos|os direitos) reservados|tutti i diritti (?:sono )?riservati|alle rechten voorbehouden|все права защищены|всі права захищені|wszelkie prawa zastrzeżone|všechna práva vyhrazena|tüm hakları saklıdır|hak cipta dilindungi|(?:mọi|đã đăng ký) bản quyền|สงวนลิขสิทธิ์|สงวนสิทธิ|ສະຫງວນລິຂະສິດ|រក្សាសិទ្ធិ|版权所有|版權所有|保留所有权利|無断(?:転載|複製)|무단\s?전재|جميع الحقوق محفوظة|כל הזכויות שמורות|सर्वाधिकार सुरक्षित/i
const NOTICE = /©|\(c\)\s*(?:19|20)\d\d|\bcopyright\b|ลิขสิทธิ์/i

function isReserved(value: string): boolean {
  return RESERVED.test(value)
}

const MAX_NOTICES = 3
/** Longer lines speak about copyright; they do not claim it. */
const MAX_NOTICE = 300

export function hasNotice(text: string): boolean {
  return NOTICE.test(text) || RESERVED.test(text)
}

/** Lines that claim rights, the last ones first: they stand at the foot of a page. */
export function noticesIn(fullText: string): string[] {
  const notices: string[] = []
  if (!hasNotice(fullText)) return notices
  for (let end = fullText.length; end > 0 && notices.length < MAX_NOTICES;) {
    const start = fullText.lastIndexOf('\n', end - 1) + 1
    if (end - start > 4 && end - start <= MAX_NOTICE) {
      const line = fullText.slice(start, end)
      if (NOTICE.test(line) || RESERVED.test(line)) notices.push(line)
    }
    end = start - 1
  }
  return notices
}

const MAX_JSON = 200_000
const MAX_NODES = 5_000

/** Values of `license` anywhere in a JSON-LD document: addresses or names. */
export function licencesInJson(text: string): string[] {
  if (text.length > MAX_JSON || !text.includes('license')) return []
  const found: string[] = []
  const waiting: unknown[] = [parseJson(text)]
  for (let seen = 0; waiting.length > 0 && seen < MAX_NODES && found.length < MAX_HINTS; seen++) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const [key, value] of Object.entries(node)) {
      if (key === 'license') found.push(...namesIn(value))
      else if (typeof value === 'object' && value !== null) waiting.push(value)
    }
  }
  return found
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.slice(0, MAX_HINTS).flatMap(one => (Array.isArray(one) ? [] : namesIn(one)))
  if (typeof value !== 'object' || value === null) return []
  const fields = new Map<string, unknown>(Object.entries(value))
  for (const key of ['@id', 'url', 'name']) {
    const name = fields.get(key)
    if (typeof name === 'string') return [name]
  }
  return []
}
