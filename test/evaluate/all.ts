/**
 * Measures quality on the development data (LONGTAIL_DATA) and compares it with the floors. Prints one line per measurement
 * and ends with `N passed, N failed`; exit code 1 when a floor does not hold or the data are not those it was pinned on.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package-root.js'
import { evaluateArchive } from './archive.js'
import { evaluateCorpusArticles } from './corpus-articles.js'
import { evaluateCorpusHand } from './corpus-hand.js'
import { evaluateCorpusNear } from './corpus-near.js'
import { evaluateCorpusText } from './corpus-text.js'
import { evaluateExportZim } from './export-zim.js'
import { evaluateZimPages } from './export-zim-pages.js'
import { evaluateFocused } from './focused.js'
import { evaluateGraphs } from './graphs.js'
import { evaluateJudge } from './judge.js'
import { evaluateLearnedCrawl } from './learned-crawl.js'
import { evaluateLanguages } from './languages.js'
import { evaluateNation } from './nation.js'
import { evaluatePortalAssist } from './portal-assist.js'
import { evaluateReplay } from './portal-replay.js'
import { evaluatePortalSearch } from './portal-search.js'
import { evaluatePortalSpelling } from './portal-spelling.js'
import { evaluateRobots } from './robots.js'
import { evaluateSigns } from './signs.js'
import { evaluateSegments } from './segments.js'
import { evaluateTopicCrawls } from './topic-crawls.js'
import { evaluateTopics } from './topics.js'

interface Floors {
  /** sha256 of each data file that the floors were measured on. */
  readonly data: Readonly<Record<string, string>>
  readonly floors: Readonly<Record<string, number>>
}

// JSON is not copied by the compiler: it is read beside the sources
const sources = join(packageRoot, 'test', 'evaluate')

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(sources, name), 'utf8'))
}

const data = process.env.LONGTAIL_DATA
if (data === undefined || !existsSync(data)) {
  console.error('LONGTAIL_DATA must name the folder with the development data (cc-dev.warc.gz and others)')
  process.exit(1)
}

let passed = 0
let failed = 0
function check(name: string, holds: boolean, text: string): void {
  if (holds) passed++
  else failed++
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${name.padEnd(44)} ${text}`)
}

const { data: hashes, floors } = readJson<Floors>('floors.json')
for (const [name, pinned] of Object.entries(hashes)) {
  const path = join(data, name)
  const found = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'missing'
  check(
    name,
    found === pinned,
    found === pinned ? `sha256 ${pinned.slice(0, 12)}…` : `sha256 is ${found}, the floors are for ${pinned}`,
  )
}

const measured = [
  ...(await evaluateJudge(data, readJson('cc-dev-corrections.json'))),
  ...(await evaluateLanguages(data, readJson('cc-dev-corrections.json'))),
  ...(await evaluateFocused(data)),
  ...(await evaluateSigns(data, readJson('cc-dev-signs.json'))),
  ...(await evaluateNation(data)),
  ...(await evaluateLearnedCrawl(data)),
  ...(await evaluateSegments(data)),
  ...(await evaluateTopics(data)),
  ...(await evaluateTopicCrawls(data)),
  ...(await evaluatePortalSearch(data)),
  ...(await evaluatePortalAssist(data)),
  ...(await evaluatePortalSpelling(data)),
  ...(await evaluateReplay(data)),
  ...(await evaluateCorpusText(data, readJson('corpus-marks.json'))),
  ...(await evaluateCorpusArticles(data)),
  ...(await evaluateCorpusNear(data)),
  ...(await evaluateCorpusHand(data, readJson('corpus-hand.json'))),
  ...(await evaluateExportZim(data)),
  ...(await evaluateZimPages(data)),
]
for (const { id, value, detail } of measured) {
  const floor = floors[id]
  const text = `${value.toFixed(4)}  ${floor === undefined ? '' : `floor ${floor}  `}${detail}`
  if (floor === undefined) console.log(`info   ${id.padEnd(44)} ${text}`)
  else check(id, value >= floor, text)
}
for (const id of Object.keys(floors)) if (!measured.some(one => one.id === id)) check(id, false, 'was not measured')

const rows = [...(await evaluateArchive(data)), ...(await evaluateRobots(data)), ...(await evaluateGraphs(data))]
for (const row of rows) {
  check(row.name, row.ok, `${row.value}  floor ${row.floor}`)
}

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
