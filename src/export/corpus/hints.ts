/** One pass over a page for its licence hints and reservations: linear and bounded. */
import { decodeHTMLAttribute } from 'entities/decode'
import type { HeaderLine } from '../../contracts.js'
import { codeUnits } from '../../page/html/code-units.js'
import { htmlOf } from '../../page/charset/decode.js'
import { scanHtml, type HtmlEvents } from '../../page/html/scanner.js'
import { TAG } from '../../page/html/tags.js'
import { isHtml, isXml } from '../../page/http/mime.js'
import { LicenceHints, hasNotice, licenceOf, licencesInJson, noticesIn } from './licences.js'
import type { ProsePage } from './read-prose.js'
import { Reservations } from './reservations.js'

/**
 * What a hint in the markup has in it, as it is written or with letters as numbers: pages without any of it need not be scanned.
 * `HintReader` looks for nothing else.
 */
const MENTIONS = /licen[sc]e|copyright|rights|robots|reservation|creativecommons|gnu\.org|opendatacommons/i
const ENCODED =
  /&(?:#0*(?:4[56]|6[5-9]|[78]\d|9[0789]|1[01]\d|12[012])(?!\d)|#x0*(?:2[de]|[46][\da-f]|[57][\da])(?![\da-f])|period)/i

/** Licence hints and reservations of a page and the answer that it came in. */
export function hintsOf(
  page: Pick<ProsePage, 'mime' | 'bytes' | 'declared' | 'fullText' | 'readText'>,
  headers: readonly HeaderLine[],
) {
  const licences = new LicenceHints()
  const reservations = new Reservations()
  readHeaders(headers, licences, reservations)
  if (isHtml(page.mime, page.bytes)) {
    const html = htmlOf(page)
    if (MENTIONS.test(html) || ENCODED.test(html))
      scanHtml(html, codeUnits(html), new HintReader(html, licences, reservations), isXml(page.mime))
  }
  if (page.readText === null || hasNotice(page.readText))
    for (const notice of noticesIn(page.fullText)) licences.add('text', notice)
  return { licences: licences.found, reservations: reservations.found }
}

function readHeaders(headers: readonly HeaderLine[], licences: LicenceHints, reservations: Reservations): void {
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    if (key === 'x-robots-tag') reservations.readRobots(value)
    else if (key === 'tdm-reservation') reservations.readMining(value)
    else if (key === 'link' && value.includes('license'))
      for (const link of value.slice(0, 4_000).split(/,\s*(?=<)/, 20)) {
        const match = /^\s*<([^>]*)>[^]*rel\s*=\s*"?[^"]*\blicense\b/i.exec(link)
        if (match !== null) licences.add('header', match[1])
      }
  }
}

/** Names of META elements that speak of rights. */
const RIGHTS: ReadonlySet<string> = new Set(
  [
    'copyright license licence rights dc.rights dc.rights.license dc.license dcterms.rights',
    'dcterms.license dcterms.accessrights dcterms.rightsholder cc:license citation_license',
    'article:license',
  ].flatMap(line => line.split(' ')),
)
const MAX_VALUE = 2_000
/** Licences that are linked to or shown without rel: only those that we know by their address. */
const LICENSED = /creativecommons\.org|gnu\.org\/|opendatacommons\.org|open-government-licence|unlicense\.org/i

/** Of the names of attributes that are read, by their length: most attributes are told from them by that. */
const FIRST_LETTERS: readonly (string | undefined)[] = Array.from({ length: 11 }, (_, length) => {
  const names = ['rel', 'name', 'http-equiv', 'content', 'href', 'src', 'type', 'itemprop', 'property']
  const first = names.filter(name => name.length === length).map(([letter]) => letter + letter.toUpperCase())
  return first.length === 0 ? undefined : first.join('')
})

class HintReader implements HtmlEvents {
  private tag = 0
  private isJson = false
  private rel = ''
  private name = ''
  private content = ''
  private address = ''
  private type = ''
  private property = ''

  constructor(
    private readonly html: string,
    private readonly licences: LicenceHints,
    private readonly reservations: Reservations,
  ) {}

  open(tag: number): void {
    this.tag = tag
    this.rel = this.name = this.content = this.address = this.type = this.property = ''
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const length = valueEnd - valueStart
    if (
      length === 0 ||
      length > MAX_VALUE ||
      FIRST_LETTERS[nameEnd - nameStart]?.includes(this.html[nameStart]) !== true
    )
      return
    switch (this.html.slice(nameStart, nameEnd).toLowerCase()) {
      case 'rel':
        this.rel ||= this.value(valueStart, valueEnd).toLowerCase()
        return
      case 'name':
      case 'http-equiv':
        if (this.tag === TAG.meta) this.name ||= this.value(valueStart, valueEnd).toLowerCase()
        return
      case 'content':
        if (this.tag === TAG.meta) this.content ||= this.value(valueStart, valueEnd)
        return
      case 'href':
      case 'src':
        this.address ||= this.value(valueStart, valueEnd)
        return
      case 'type':
        if (this.tag === TAG.script) this.type ||= this.value(valueStart, valueEnd).toLowerCase()
        return
      case 'itemprop':
      case 'property':
        this.property ||= this.value(valueStart, valueEnd).toLowerCase()
    }
  }

  opened(tag: number, closed: boolean): void {
    this.isJson = tag === TAG.script && !closed && this.type.trim() === 'application/ld+json'
    if (tag === TAG.meta) this.readMeta()
    if (this.address === '') return
    if (this.rel !== '' && /(?:^|\s)license(?:\s|$)/.test(this.rel)) this.licences.add('rel=license', this.address)
    else if (this.property !== '' && /(?:^|\s|:)license(?:\s|$)/.test(this.property))
      this.licences.add('microdata', this.address)
    else if (LICENSED.test(this.address) && licenceOf(this.address) !== '')
      this.licences.add(tag === TAG.img ? 'image' : 'link', this.address)
    else if (tag === TAG.img) this.readBadge()
  }

  text(start: number, end: number): void {
    if (!this.isJson || this.licences.isFull) return
    for (const found of licencesInJson(this.html.slice(start, end))) this.licences.add('json-ld', found)
  }

  close(): void {
    this.isJson = false
  }

  /** https://i.creativecommons.org/l/by-sa/3.0/88x31.png and licensebuttons.net name the licence in their path, too. */
  private readBadge(): void {
    const badge = /(?:i\.creativecommons\.org|licensebuttons\.net)\/([lp])\/([a-z+-]{1,20})\/(\d\.\d)/i.exec(
      this.address,
    )
    if (badge === null) return
    const folder = badge[1].toLowerCase() === 'p' ? 'publicdomain' : 'licenses'
    if (licenceOf(`creativecommons.org/${folder}/${badge[2]}/${badge[3]}`) !== '')
      this.licences.add('image', `https://creativecommons.org/${folder}/${badge[2]}/${badge[3]}/`)
  }

  private readMeta(): void {
    const name = this.name || this.property
    if (name === 'robots') this.reservations.readRobots(this.content)
    else if (name === 'tdm-reservation') this.reservations.readMining(this.content)
    else if (RIGHTS.has(name)) this.licences.add(`meta ${name}`, this.content)
  }

  private value(start: number, end: number): string {
    const text = this.html.slice(start, end)
    return text.includes('&') ? decodeHTMLAttribute(text) : text
  }
}
