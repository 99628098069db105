/**
 * How well do declarations alone serve? The development languages that have one, learned from it and judged on all their sources.
 * `node dist/bench/languages/declared.js` with LONGTAIL_DATA.
 */
import { declaredLanguageModel } from '../../src/page/language/learned/declared-language.js'
import { summary, testPages, tryLanguage } from './protocol.js'
import { readSources, SIZES } from './texts.js'

const sources = readSources(process.env.LONGTAIL_DATA ?? '')
const pages = testPages(sources, 30_000)
const codes = new Set(sources.filter(({ isKnown }) => !isKnown).map(({ language }) => language))
const trials = [...codes].flatMap(code => {
  const model = declaredLanguageModel(code)
  const first = sources.find(({ language }) => language === code)
  if (model === null || first === undefined || first.script !== model.script) return []
  // all of its sources are of another kind than the declaration
  const trial = tryLanguage({ ...first, id: `${code}/declaration` }, model, sources, pages)
  const shown = SIZES.map(size => trial.f1[size].other.toFixed(2)).join('  ')
  console.log(`${code}  ${shown}  ${[...trial.taken].map(([other, count]) => `${other} ${count}`).join(', ')}`)
  return [trial]
})
console.log(`${trials.length} declarations: ${summary(trials)}`)
