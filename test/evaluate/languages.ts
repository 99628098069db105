/** Languages that are learned from 30 KB: on the development languages, leave one out, and on the home pages of cc-dev. */
import { learnFrom, macro, testPages, tryLanguage } from '../../bench/languages/protocol.js'
import { SHARES, templatesOf, tryMixed } from '../../bench/languages/mixed.js'
import { readSources, type Source } from '../../bench/languages/texts.js'
import { identifyLanguage } from '../../src/page/language/identify.js'
import { openLearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import { tldOf } from '../../src/page/url/parts.js'
import { readCcDev, type Correction } from './cc-dev.js'
import type { Measurement } from './measure.js'

const BYTES = 30_000
const LEAST_SHARE = 0.2

/** One of each script, and close relatives of large languages. */
const MIXED_TRIED = ['min/nusax', 'nbl/stories', 'chv/news', 'tig/commonvoice', 'nds/treebank', 'hyw/treebank']

function tryMixedAll(sources: readonly Source[], templates: readonly string[]) {
  const tried = sources.filter(({ id }) => MIXED_TRIED.includes(id)).map(source => tryMixed(source, sources, templates))
  return SHARES.map((share, i) => ({
    share,
    found: tried.reduce((sum, results) => sum + results[i].found, 0) / tried.length,
  }))
}

export async function evaluateLanguages(data: string, corrections: readonly Correction[]): Promise<Measurement[]> {
  const ccDev = await readCcDev(data, corrections)
  const sources = readSources(data)
  const pages = testPages(sources, BYTES)
  const trials = sources
    .filter(({ isKnown }) => !isKnown)
    .map(source => tryLanguage(source, learnFrom(source, sources, BYTES, 'declared'), sources, pages))
  const web = ccDev.map(({ page, label }) => {
    const text = `${page.title}\n${page.text === '' ? page.fullText : page.text}`
    const hints = { declared: page.declared.language, tld: tldOf(page.url) }
    return { url: page.url, label, text, hints, found: identifyLanguage(text, hints) }
  })
  const wrong = trials.map(({ model }) => {
    const learned = openLearnedLanguages([model])
    const taken = web.filter(({ text, found, hints, label }) =>
      learned
        .revise(text, found, hints)
        .languages.some(({ language, share }) => language === model.code && share >= LEAST_SHARE && label !== language),
    )
    if (process.env.LONGTAIL_DEBUG !== undefined)
      for (const { url, label } of taken) console.log(`  ${model.code} takes ${url} (${label})`)
    return { code: model.code, taken: taken.length }
  })
  const worst = Math.max(...wrong.map(({ taken }) => taken))
  const mixed = tryMixedAll(sources, templatesOf(ccDev))
  const count = `${trials.length} sources`
  return [
    ...([2000, 200] as const).flatMap(size =>
      (['same', 'other'] as const).map(where => ({
        id: `languages.${size}.${where}.macro-f1`,
        value: macro(trials, size, where),
        detail: `learned from 30 KB, ${where} source, ${count}`,
      })),
    ),
    ...mixed.map(({ share, found }) => ({
      id: `languages.mixed.${share}.found`,
      value: found,
      detail: `of English pages with so much of one of ${MIXED_TRIED.length} languages between their lines`,
    })),
    {
      id: 'languages.cc-dev.at-most-one-wrong',
      value: worst <= 1 ? 1 : 0,
      detail: `of ${web.length} pages: ${wrong.flatMap(({ code, taken }) => (taken > 0 ? [`${code} ${taken}`] : [])).join(', ')}`,
    },
  ]
}
