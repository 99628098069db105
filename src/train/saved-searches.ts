/**
 * Searches that were made, kept in a file: whoever goes on where he stopped asks nobody again, and a collection can say where
 * its seeds came from.
 */
import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { writeAtomically } from '../disk/write-atomically.js'
import { LongtailError } from '../errors.js'
import { canonicalUrl } from '../page/index.js'
import type { SearchEngine, SearchOptions, SearchHit } from '../web/search.js'
import { parseJson } from '../json.js'

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
      /** Searches for pages about anything (background-sample.ts), not for a topic. */
      isBackground: v.optional(v.boolean(), false),
      results: v.array(v.object({ url: text, title: text, excerpt: text })),
    }),
  ),
})

export type KeptSearch = v.InferOutput<typeof keptSchema>['searches'][number]

export class SavedSearches {
  private readonly searches: KeptSearch[]

  constructor(private readonly path: string) {
    this.searches = existsSync(path) ? read(path) : []
  }

  /** Null when nobody has asked this yet, or for fewer results. */
  find(query: string, { results, language = '' }: Omit<SearchOptions, 'signal'>): SearchHit[] | null {
    const found = this.searches.find(
      one => one.query === query && one.language === language && one.wanted >= results && !one.isBackground,
    )
    return found === undefined ? null : found.results.slice(0, results)
  }

  /** What was kept, or what the engine finds, which is kept. */
  async search(engine: SearchEngine, query: string, options: SearchOptions): Promise<SearchHit[]> {
    const kept = this.find(query, options)
    return kept ?? this.ask(engine, query, options, false)
  }

  /** In the order in which they were made. */
  backgroundSearches(): readonly KeptSearch[] {
    return this.searches.filter(({ isBackground }) => isBackground)
  }

  async searchBackground(engine: SearchEngine, query: string, options: SearchOptions): Promise<void> {
    await this.ask(engine, query, options, true)
  }

  private async ask(
    engine: SearchEngine,
    query: string,
    options: SearchOptions,
    isBackground: boolean,
  ): Promise<SearchHit[]> {
    const results = await engine.search(query, options)
    const { language = '', results: wanted } = options
    const at = new Date().toISOString()
    this.searches.push({ query, language, wanted, engine: engine.name, at, isBackground, results })
    writeAtomically(this.path, `${JSON.stringify({ format: FORMAT, version: 1, searches: this.searches })}\n`)
    return results
  }
}

function read(path: string): KeptSearch[] {
  const next = 'remove the file to search again'
  const content = readFileSync(path)
  if (content.length > MAX_BYTES) throw new LongtailError('E_SEARCH', `${path}: larger than 256 MiB; ${next}`)
  const value = parseJson(content.toString('utf8'))
  if (value === undefined) throw new LongtailError('E_SEARCH', `${path} is not JSON; ${next}`)
  const result = v.safeParse(keptSchema, value)
  if (!result.success) throw new LongtailError('E_SEARCH', `${path} does not contain searches of this version; ${next}`)
  return result.output.searches.map(search => ({
    ...search,
    results: search.results.filter(({ url }) => canonicalUrl(url) === url),
  }))
}
