/** What the corpus holds and what was left out, counted while it is written. */
import { DROP_REASONS, type CorpusPage, type DropReason } from './contracts.js'
import { HostCounter, type HostTally } from './host-tally.js'
import { charactersIn } from './paragraphs.js'

export interface TextCounts {
  pages: number
  paragraphs: number
  /** Unicode code points, line feeds between paragraphs included. */
  characters: number
  words: number
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
  readonly removed: Readonly<Record<'equal' | 'near', { readonly paragraphs: number; readonly characters: number }>>
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
  private readonly removed = { equal: { paragraphs: 0, characters: 0 }, near: { paragraphs: 0, characters: 0 } }
  private readonly hosts: HostCounter
  private withLicence = 0
  private first = ''
  private last = ''

  constructor(scratch: string) {
    this.hosts = new HostCounter(scratch)
    this.dropped = { unreadable: 0, empty: 0, language: 0, share: 0, short: 0, reserved: 0, duplicate: 0, repeated: 0 }
  }

  get pages(): number {
    return this.total.pages
  }

  add(page: CorpusPage, paragraphs: number, words: number): void {
    const { language, timestamp, licences } = page
    let own = this.languages.get(language)
    if (own === undefined) this.languages.set(language, (own = { pages: 0, paragraphs: 0, characters: 0, words: 0 }))
    const characters = charactersIn(page.text)
    for (const counts of [this.total, own]) {
      counts.pages++
      counts.paragraphs += paragraphs
      counts.characters += characters
      counts.words += words
    }
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

  remove(kind: 'equal' | 'near', characters: number): void {
    this.removed[kind].paragraphs++
    this.removed[kind].characters += characters
  }

  counts(): CorpusCounts {
    return {
      ...this.total,
      first: this.first,
      last: this.last,
      languages: [...this.languages].sort(
        ([a, { pages: more }], [b, { pages: less }]) => less - more || (a < b ? -1 : 1),
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
