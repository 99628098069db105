/**
 * Searches that were made, kept in a file: whoever goes on where he stopped asks nobody again, and a collection can say where
 * its seeds came from.
 */
import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { writeAtomically } from '../crawl/crawl-directory.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/index.js'
import type { SearchEngine, SearchOptions, SearchResult } from '../web/search.js'

const FORMAT = 'longtail-search'
const MAX_BYTES = 256 * 1024 * 1024

const text = v.string()
const keptSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(1),
  searches: v.array(
    v.object({
      query: text,
      language: text,
      wanted: v.number(),
      engine: text,
      at: text,
      results: v.array(v.object({ url: text, title: text, excerpt: text })),
    }),
  ),
})

type KeptSearch = v.InferOutput<typeof keptSchema>['searches'][number]

export class KeptSearches {
  private readonly searches: KeptSearch[]

  constructor(private readonly path: string) {
    this.searches = existsSync(path) ? read(path) : []
  }

  /** Null when nobody has asked this yet, or for fewer results. */
  find(query: string, { results, language = '' }: Omit<SearchOptions, 'signal'>): SearchResult[] | null {
    const found = this.searches.find(one => one.query === query && one.language === language && one.wanted >= results)
    return found === undefined ? null : found.results.slice(0, results)
  }

  /** What was kept, or what the engine finds, which is kept. */
  async search(engine: SearchEngine, query: string, options: SearchOptions): Promise<SearchResult[]> {
    const kept = this.find(query, options)
    if (kept !== null) return kept
    const results = await engine.search(query, options)
    const { language = '', results: wanted } = options
    this.searches.push({ query, language, wanted, engine: engine.name, at: new Date().toISOString(), results })
    writeAtomically(this.path, `${JSON.stringify({ format: FORMAT, version: 1, searches: this.searches })}\n`)
    return results
  }
}

function read(path: string): KeptSearch[] {
  const next = 'remove it to search again'
  const content = readFileSync(path)
  if (content.length > MAX_BYTES) throw new LongtailError('E_SEARCH', `${path}: larger than 256 MiB; ${next}`)
  let value: unknown
  try {
    value = JSON.parse(content.toString('utf8'))
  } catch {
    throw new LongtailError('E_SEARCH', `${path}: is not JSON; ${next}`)
  }
  const result = v.safeParse(keptSchema, value)
  if (!result.success) throw new LongtailError('E_SEARCH', `${path}: does not hold searches of this version; ${next}`)
  return result.output.searches.map(search => ({
    ...search,
    results: search.results.filter(({ url }) => canonicalUrl(url) === url),
  }))
}
