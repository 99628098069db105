/** `longtail seeds`: where a crawl for a small language may begin, from what was crawled in its neighbours. */
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'
import { findSeeds, type FoundSeed, type FoundSeeds } from '../train/neighbour-seeds.js'
import { many } from './many.js'
import { checkOut } from './train-output.js'
import { runWork } from './work-display.js'
import { writtenLanguages, type LanguageFlags } from './written-languages.js'

export interface SeedFlags extends LanguageFlags {
  most: number
  out?: string
  json?: boolean
}

const WHY: Readonly<Record<FoundSeed['by'], string>> = {
  page: 'its text is in the language',
  link: 'the text of a link to it is',
  server: 'pages in a neighbouring language link there',
}

export async function seeds(sources: readonly string[], flags: SeedFlags): Promise<void> {
  const languages = writtenLanguages(flags) ?? []
  if (languages.length === 0)
    throw new LongtailError('E_USAGE', 'seeds: give the target language with --language or --language-model')
  const { out, json, most } = flags
  if (out !== undefined) checkOut(out)
  await runWork<FoundSeeds>({
    json,
    onInterrupt: 'stopping; nothing will be written',
    async run({ signal, update }) {
      const onProgress = (source: string, pages: number): void => update(`${source}: ${many(pages, 'page')}`)
      const found = await findSeeds({ from: sources, languages, most, signal, onProgress })
      if (out !== undefined) writeAtomically(out, `${linesOf(found).join('\n')}\n`, { isShared: true })
      return found
    },
    inShort(found) {
      const { length } = found.seeds
      if (length === 0)
        return `no seeds in ${many(found.pages, 'page')}; find some with a search engine (docs/languages.md)`
      return out === undefined
        ? linesOf(found).join('\n')
        : `${out}: ${many(length, 'seed')}; read it before you use it`
    },
  })
}

/** As seed files are written: what is behind the hash is for people. */
function linesOf({ seeds: found }: FoundSeeds): string[] {
  return found.map(({ url, by, weight }) => `${url} # ${WHY[by]} (${by === 'page' ? weight.toFixed(2) : weight})`)
}
