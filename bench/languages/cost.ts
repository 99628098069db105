/**
 * What judging for learned languages costs beside identifying the language alone, as a ratio of CPU times: on the home pages of cc-dev and on
 * pages in the language, with one model and with five. `node dist/bench/languages/cost.js` with LONGTAIL_DATA. All take turns; the checksum
 * shows that they did their work.
 */
import { loadavg } from 'node:os'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import type { LanguageHints } from '../../src/page/language/shared-scripts.js'
import { identifyLanguage } from '../../src/page/language/identify.js'
import { openLearnedLanguages } from '../../src/page/language/learned/learned-languages.js'
import { tldOf } from '../../src/page/url/parts.js'
import { readCcDev } from '../../test/evaluate/cc-dev.js'
import { packageRoot } from '../../test/package-root.js'
import { learnFrom } from './protocol.js'
import { pagesOf, readSources, split } from './texts.js'

const ROUNDS = 25
const TARGET = 'min/nusax'
const OTHERS = ['bbc/nusax', 'nbl/stories', 'hsb/treebank', 'chv/news']

const data = process.env.LONGTAIL_DATA ?? ''
const sources = readSources(data)
const [model, ...others] = [TARGET, ...OTHERS].map(id => {
  const source = sources.find(one => one.id === id)
  if (source === undefined) throw new Error(`no ${id}`)
  return { source, model: learnFrom(source, sources, 30_000, 'declared') }
})
const judges: readonly { readonly name: string; readonly learned: LearnedLanguages | null }[] = [
  { name: 'alone', learned: null },
  { name: 'one model', learned: openLearnedLanguages([model.model]) },
  { name: 'five models', learned: openLearnedLanguages([model, ...others].map(one => one.model)) },
]
const corrections = readFileSync(join(packageRoot, 'test', 'evaluate', 'cc-dev-corrections.json'), 'utf8')
const web = (await readCcDev(data, JSON.parse(corrections))).map(({ page }) => ({
  text: `${page.title}\n${page.text}`,
  hints: { declared: page.declared.language, tld: tldOf(page.url) },
}))
const own = pagesOf(split(model.source, 30_000).rest, 2000, 40).map(({ text }) => ({ text, hints: {} }))

for (const [name, pages] of [
  ['cc-dev', web],
  [TARGET, own],
] as const) {
  const times = judges.map(() => Infinity)
  let checksum = 0
  const cpu = (list: readonly { text: string; hints: LanguageHints }[], learned: LearnedLanguages | null): number => {
    const before = process.cpuUsage()
    for (const { text, hints } of list) checksum += identifyLanguage(text, hints, learned).languages.length
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  // few pages are over too soon to be measured
  const list = Array.from({ length: Math.ceil(400 / pages.length) }, () => pages).flat()
  for (let round = 0; round < ROUNDS; round++)
    judges.forEach(({ learned }, i) => (times[i] = Math.min(times[i], cpu(list, learned))))
  const shown = judges.map((judge, i) => {
    const ratio = i === 0 ? '' : ` (${(times[i] / times[0]).toFixed(2)} times)`
    return `${judge.name} ${(times[i] / list.length).toFixed(0)} µs${ratio}`
  })
  console.log(
    `${name}: ${shown.join(', ')}; ${pages.length} pages, load ${loadavg()[0].toFixed(1)}, checksum ${checksum}`,
  )
}
