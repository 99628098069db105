/**
 * A crawl as text, for language models and linguists. How a page goes:
 *
 *   holdings ─ extract (threads) ─▶ PageText ─ in order ─▶ wanted? ─ duplicates ─▶ CorpusPage ─┬─ jsonl.ts
 *                                                                                         ├─ parquet.ts
 *                                                              counts ─▶ datasheet ◀──────┴─ wet.ts
 *
 * Invariants: pages come in the order in which they lie in the archives, whatever the threads do, so that the same sources give the
 * same corpus; what is left out is counted with its reason; memory does not grow with the crawl.
 */
import type { ExportOptions, ExportSummary } from '../contracts.js'
import type { Mask, MaskCounts } from './masks.js'
import type { QualityRecipe } from './quality-rules.js'
import type { QualitySignals } from './quality.js'

export type CorpusForm = 'jsonl' | 'parquet' | 'wet'
export type Compression = 'zstd' | 'gzip' | 'none'
/** `near` takes in `exact`. */
export type Dedupe = 'none' | 'exact' | 'near'

export interface CorpusOptions {
  /** JSONL and Parquet when not given; where `out` names a file, its name says it. */
  readonly forms?: readonly CorpusForm[]
  /** Of JSONL: zstd when not given. */
  readonly compress?: Compression
  /** ISO 639-3; all when empty. */
  readonly languages?: readonly string[]
  /** Of every page the paragraphs in `languages`, instead of all paragraphs of pages in them. */
  readonly byParagraph?: boolean
  /** Least share of the text in its language, 0…1. */
  readonly minShare?: number
  /** Least characters of text; a page without any is never taken. */
  readonly minChars?: number
  readonly dedupe?: Dedupe
  /** Short paragraphs (headings, dates, refrains) stay, however often they are repeated. */
  readonly keepShort?: boolean
  /** Leave out pages that ask not to be used for this (RESERVING in reservations.ts). */
  readonly skipReserved?: boolean
  /** Only pages that these recipes would keep. */
  readonly quality?: readonly QualityRecipe[]
  /** What is replaced in texts and titles. */
  readonly mask?: readonly Mask[]
  /** Corpora that were exported before (directories, or JSONL files): what they have is left out. */
  readonly earlier?: readonly string[]
}

export type CorpusExportOptions = ExportOptions & CorpusOptions

/** One page as it is written: a line of JSONL, a row of Parquet. The order of the fields is that of the file. */
export interface CorpusPage {
  /** Of this capture, the same in every export: 32 hexadecimal digits of the SHA-256 of `url` and `digest`. */
  readonly id: string
  readonly url: string
  /** When it was captured, ISO 8601 with milliseconds, UTC. */
  readonly timestamp: string
  /** ISO 639-3, 'und' when unknown. */
  readonly language: string
  /** Of the text in that language, 0…1. */
  readonly share: number
  readonly title: string
  /** One paragraph per line. */
  readonly text: string
  /** Of each line of `text`; 'und' when unknown. */
  readonly paragraphLanguages: readonly string[]
  readonly quality: QualitySignals
  /** Null: no crawl of ours judged it. */
  readonly verdict: { readonly relevant: boolean; readonly score: number } | null
  /** `sha1:` and the digest of the payload in base 32, as in the WARC. */
  readonly digest: string
  /** `sha256:` and the digest of `text` in UTF-8, in hexadecimal. */
  readonly textDigest: string
  readonly mime: string
  /** That the page was decoded from. */
  readonly charset: string
  readonly licences: readonly LicenceHint[]
  /** What the page asks for: `noindex`, `noarchive`, `noai`, `tdm-reservation`… */
  readonly reservations: readonly string[]
  /** Name of the crawl or archive. */
  readonly source: string
  /** Where its record is: name of the archive file, place in it. */
  readonly warc: { readonly file: string; readonly offset: number; readonly length: number }
}

/** Something on a page that speaks of a licence. Hints, no legal advice: they may be about a picture, or a lie. */
export interface LicenceHint {
  /** As SPDX writes it where it is known (`CC-BY-SA-4.0`), `all-rights-reserved`, or '' when only people can tell. */
  readonly licence: string
  /** `rel=license`, `link`, `image`, `json-ld`, `microdata`, `header`, `text`, or `meta` and its name. */
  readonly found: string
  /** The address or the words that were found, cut. */
  readonly value: string
}

/** Why a page is not in the corpus. */
export const DROP_REASONS = [
  'unreadable',
  'empty',
  'products',
  'language',
  'share',
  'short',
  'reserved',
  'quality',
  'duplicate',
  'repeated',
  'known',
] as const
export type DropReason = (typeof DROP_REASONS)[number]

export interface CorpusSummary extends ExportSummary {
  readonly paragraphs: number
  readonly characters: number
  readonly words: number
  readonly languages: number
  readonly removedParagraphs: number
  /** What was replaced. */
  readonly masked: MaskCounts
  readonly dropped: Readonly<Record<DropReason, number>>
}
