/**
 * Paragraphs and whole pages that were in the corpus before are left out; the first one stays. So are those of corpora that were exported
 * before this one. Two passes: the keys of all pages first, then the pages again from the spool. Memory is one bit per paragraph, one more
 * while nearly equal ones are looked for, and one more with earlier corpora.
 */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Zstd } from '../zstd.js'
import type { Dedupe, DropReason } from './contracts.js'
import type { Draft } from './draft.js'
import { charactersIn, charactersOf } from './paragraphs.js'
import { keysOf } from './extract.js'
import { wordsByLine } from './line-words.js'
import { qualityOf } from './quality.js'
import { Repeats } from './repeats.js'
import { TextSpool } from './spool.js'
import { stopHashes } from './stop-hashes.js'

export type RepeatKind = 'equal' | 'near' | 'known'

export interface DuplicateOptions {
  /** `none`: only whole pages, and only against earlier corpora. */
  readonly dedupe: Dedupe
  readonly keepShort: boolean
  /** Texts of earlier corpora, a paragraph per line. */
  readonly earlier: AsyncIterable<string> | null
  readonly minChars: number
  readonly scratch: string
  readonly zstd: Zstd
  readonly signal?: AbortSignal
  readonly onDrop: (reason: DropReason) => void
  /** A paragraph was left out. */
  readonly onRemoved: (kind: RepeatKind, characters: number) => void
}

export async function* withoutDuplicates(
  drafts: AsyncGenerator<Draft>,
  options: DuplicateOptions,
): AsyncGenerator<Draft> {
  const { scratch, signal } = options
  const spool = new TextSpool(join(scratch, 'pages.spool'), options.zstd)
  const equal = new Repeats(scratch, 'equal')
  const near = options.dedupe === 'near' ? new Repeats(scratch, 'near') : null
  const known = options.earlier === null ? null : new Repeats(scratch, 'known')
  try {
    for await (const text of options.earlier ?? []) if (known !== null) addEarlier(known, text, options)
    let number = FIRST
    for await (const { keys, ...draft } of drafts) {
      known?.add(number, textKey(draft.paragraphs.join('\n')))
      if (keys !== null) {
        equal.add(number, keys.page)
        known?.add(number, keys.page)
        keys.paragraphs.forEach((key, i) => {
          if (key === '') return
          equal.add(number + 1 + i, key)
          known?.add(number + 1 + i, key)
        })
        keys.bands.forEach((bands, i) =>
          bands.forEach(key => {
            near?.add(number + 1 + i, key)
            known?.add(number + 1 + i, key)
          }),
        )
      }
      number += 1 + draft.paragraphs.length
      spool.add({ ...draft, keys: null })
    }
    await equal.find(signal)
    await near?.find(signal)
    await known?.find(signal, FIRST)
    number = FIRST
    for (const draft of spool.read()) {
      signal?.throwIfAborted()
      const first = number
      number += 1 + draft.paragraphs.length
      if (known?.isRepeat(first) === true) {
        options.onDrop('known')
        continue
      }
      if (equal.isRepeat(first)) {
        options.onDrop('duplicate')
        continue
      }
      const kept = keptOf(
        draft,
        i => {
          if (known?.isRepeat(first + 1 + i) === true) return 'known'
          if (equal.isRepeat(first + 1 + i)) return 'equal'
          return near?.isRepeat(first + 1 + i) === true ? 'near' : null
        },
        options,
      )
      const isEnough = kept.paragraphs.length > 0 && charactersOf(kept.paragraphs) >= options.minChars
      if (isEnough) yield kept
      else options.onDrop('repeated')
    }
  } finally {
    equal.close()
    near?.close()
    known?.close()
    spool.close()
  }
}

/** Number of the first page that is new; what earlier corpora have is 0. */
const FIRST = 1

function addEarlier(known: Repeats, text: string, { dedupe, keepShort }: DuplicateOptions): void {
  known.add(0, textKey(text))
  if (dedupe === 'none') return
  const paragraphs = text.split('\n')
  const keys = keysOf(paragraphs, wordsByLine(dedupe === 'near' ? paragraphs : []), { dedupe, keepShort })
  for (const key of [keys.page, ...keys.paragraphs, ...keys.bands.flat()]) if (key !== '') known.add(0, key)
}

/** Of a page as it is, whatever else is compared. */
function textKey(text: string): string {
  return hash('sha1', `text ${text}`).slice(0, 16)
}

function keptOf(
  draft: Draft,
  repeatOf: (paragraph: number) => RepeatKind | null,
  { onRemoved }: DuplicateOptions,
): Draft {
  const paragraphs: string[] = []
  const words: number[] = []
  const languages: string[] = []
  draft.paragraphs.forEach((paragraph, i) => {
    const kind = repeatOf(i)
    if (kind !== null) onRemoved(kind, charactersIn(paragraph))
    else {
      paragraphs.push(paragraph)
      words.push(draft.words[i])
      languages.push(draft.languages[i])
    }
  })
  if (paragraphs.length === draft.paragraphs.length) return draft
  const quality = qualityOf(paragraphs, wordsByLine(paragraphs), stopHashes(draft.language))
  return { ...draft, paragraphs, words, languages, quality }
}
