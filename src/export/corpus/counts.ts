/** What the corpus holds and what was left out, counted while it is written. */
import { DROP_REASONS, type CorpusPage, type DropReason } from './contracts.js'
import { HostCounter, type HostTally } from './host-tally.js'
import type { MaskCounts } from './masks.js'
import { charactersIn } from './paragraphs.js'

/** By language: pages whose language it is; paragraphs in it, whatever the page, with their characters and words. */
export interface TextCounts {
  pages: number
  paragraphs: number
  /** Unicode code points, line feeds between paragraphs included. */
  characters: number
  words: number
}

/** Paragraphs that were taken out of pages: repeated ones, and those in other languages. */
export interface Removed {
  readonly paragraphs: number
  readonly characters: number
}

export interface CorpusCounts extends Readonly<TextCounts> {
  readonly first: string
  readonly last: string
  readonly languages: readonly (readonly [language: string, counts: Readonly<TextCounts>])[]
  readonly sources: readonly (readonly [source: string, pages: number])[]
  readonly hosts: HostTally
  /** Pages by licence that a hint names; `other` for hints that name none that is known. */
  readonly licences: readonly (readonly [licence: string, pages: number])[]
  readonly withLicence: number
  readonly reservations: readonly (readonly [reservation: string, pages: number])[]
  readonly charsets: readonly (readonly [charset: string, pages: number])[]
  readonly types: readonly (readonly [mime: string, pages: number])[]
  readonly dropped: Readonly<Record<DropReason, number>>
  readonly removed: Readonly<Record<'equal' | 'near' | 'known' | 'language', Removed>>
  /** Pages that were left out for their quality, by the rule that they broke first. */
  readonly brokenRules: readonly (readonly [rule: string, pages: number])[]
  readonly masked: MaskCounts
}

const TOP_HOSTS = 50
/** Names come from pages: a hostile crawl may have any number of them. */
const MAX_NAMES = 2_000

export class CorpusCounter {
  readonly dropped: Record<DropReason, number>
  private readonly total: TextCounts = { pages: 0, paragraphs: 0, characters: 0, words: 0 }
  private readonly languages = new Map<string, TextCounts>()
  private readonly sources = new Map<string, number>()
  private readonly licences = new Map<string, number>()
  private readonly reservations = new Map<string, number>()
  private readonly charsets = new Map<string, number>()
  private readonly types = new Map<string, number>()
  private readonly removed = {
    equal: { paragraphs: 0, characters: 0 },
    near: { paragraphs: 0, characters: 0 },
    known: { paragraphs: 0, characters: 0 },
    language: { paragraphs: 0, characters: 0 },
  }
  private readonly hosts: HostCounter
  private readonly brokenRules = new Map<string, number>()
  private readonly masked = { email: 0, phone: 0, card: 0 }
  private withLicence = 0
  private first = ''
  private last = ''

  constructor(scratch: string) {
    this.hosts = new HostCounter(scratch)
    this.dropped = {
      unreadable: 0,
      empty: 0,
      products: 0,
      language: 0,
      share: 0,
      short: 0,
      reserved: 0,
      quality: 0,
      duplicate: 0,
      repeated: 0,
      known: 0,
    }
  }

  get pages(): number {
    return this.total.pages
  }

  /** `words` by paragraph. */
  add(page: CorpusPage, paragraphs: readonly string[], words: readonly number[]): void {
    const { timestamp, licences } = page
    this.total.pages++
    this.total.paragraphs += paragraphs.length
    this.total.characters += charactersIn(page.text)
    this.in(page.language).pages++
    paragraphs.forEach((text, i) => {
      const own = this.in(page.paragraphLanguages[i])
      own.paragraphs++
      own.characters += charactersIn(text)
      own.words += words[i]
      this.total.words += words[i]
    })
    if (this.first === '' || timestamp < this.first) this.first = timestamp
    if (timestamp > this.last) this.last = timestamp
    this.hosts.add(page.url)
    countName(this.sources, page.source)
    countName(this.charsets, page.charset)
    countName(this.types, page.mime)
    for (const name of page.reservations) countName(this.reservations, name)
    if (licences.length > 0) this.withLicence++
    for (const name of new Set(licences.map(({ licence }) => licence || 'other'))) countName(this.licences, name)
  }

  remove(kind: 'equal' | 'near' | 'known', characters: number): void {
    this.removed[kind].paragraphs++
    this.removed[kind].characters += characters
  }

  /** Of a page of which the rest stays. */
  leaveOut({ paragraphs, characters }: Removed): void {
    this.removed.language.paragraphs += paragraphs
    this.removed.language.characters += characters
  }

  breakRule(rule: string): void {
    countName(this.brokenRules, rule)
  }

  mask({ email, phone, card }: MaskCounts): void {
    this.masked.email += email
    this.masked.phone += phone
    this.masked.card += card
  }

  private in(language: string): TextCounts {
    let own = this.languages.get(language)
    if (own === undefined) this.languages.set(language, (own = { pages: 0, paragraphs: 0, characters: 0, words: 0 }))
    return own
  }

  counts(): CorpusCounts {
    return {
      ...this.total,
      first: this.first,
      last: this.last,
      languages: [...this.languages].sort(
        ([a, one], [b, other]) => other.pages - one.pages || other.paragraphs - one.paragraphs || (a < b ? -1 : 1),
      ),
      sources: ranked(this.sources),
      hosts: this.hosts.tally(TOP_HOSTS),
      licences: ranked(this.licences),
      withLicence: this.withLicence,
      reservations: ranked(this.reservations),
      charsets: ranked(this.charsets),
      types: ranked(this.types),
      dropped: this.dropped,
      removed: this.removed,
      brokenRules: ranked(this.brokenRules),
      masked: this.masked,
    }
  }

  close(): void {
    this.hosts.close()
  }
}

function countName(names: Map<string, number>, name: string): void {
  const known = names.has(name) || names.size < MAX_NAMES ? name : 'other'
  names.set(known, (names.get(known) ?? 0) + 1)
}

function ranked(names: ReadonlyMap<string, number>): [string, number][] {
  return [...names].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
}

export function allDropped(dropped: Readonly<Record<DropReason, number>>): number {
  return DROP_REASONS.reduce((sum, reason) => sum + dropped[reason], 0)
}
