/**
 * Paragraphs and whole pages that were in the corpus before are left out; the first one stays. Two passes: the keys of all pages
 * first, then the pages again from the spool. Memory is one bit per paragraph, and two while nearly equal ones are looked for.
 */
import { join } from 'node:path'
import type { Zstd } from '../zstd.js'
import type { Dedupe, DropReason } from './contracts.js'
import type { Draft } from './draft.js'
import { charactersIn, charactersOf } from './paragraphs.js'
import { joined, wordColumns } from './extract.js'
import { qualityOf } from './quality.js'
import { Repeats } from './repeats.js'
import { TextSpool } from './spool.js'
import { stopHashes } from './stop-hashes.js'

export interface DuplicateOptions {
  readonly dedupe: Exclude<Dedupe, 'none'>
  readonly minChars: number
  readonly scratch: string
  readonly zstd: Zstd
  readonly signal?: AbortSignal
  readonly onDrop: (reason: DropReason) => void
  /** A paragraph was left out. */
  readonly onRemoved: (kind: 'equal' | 'near', characters: number) => void
}

export async function* withoutDuplicates(
  drafts: AsyncGenerator<Draft>,
  options: DuplicateOptions,
): AsyncGenerator<Draft> {
  const { scratch, signal } = options
  const spool = new TextSpool(join(scratch, 'pages.spool'), options.zstd)
  const equal = new Repeats(scratch, 'equal')
  const near = options.dedupe === 'near' ? new Repeats(scratch, 'near') : null
  try {
    let number = 0
    for await (const { keys, ...draft } of drafts) {
      if (keys !== null) {
        equal.add(number, keys.page)
        keys.paragraphs.forEach((key, i) => key !== '' && equal.add(number + 1 + i, key))
        keys.bands.forEach((bands, i) => bands.forEach(key => near?.add(number + 1 + i, key)))
      }
      number += 1 + draft.paragraphs.length
      spool.add({ ...draft, keys: null })
    }
    await equal.find(signal)
    await near?.find(signal)
    number = 0
    for (const draft of spool.read()) {
      signal?.throwIfAborted()
      const first = number
      number += 1 + draft.paragraphs.length
      if (equal.isRepeat(first)) {
        options.onDrop('duplicate')
        continue
      }
      const kept = keptOf(
        draft,
        i => {
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
    spool.close()
  }
}

function keptOf(
  draft: Draft,
  repeatOf: (paragraph: number) => 'equal' | 'near' | null,
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
  const quality = qualityOf(paragraphs, joined(paragraphs.map(wordColumns)), stopHashes(draft.language))
  return { ...draft, paragraphs, words, languages, quality }
}
