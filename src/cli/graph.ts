import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadCampaign, readSeedFile, type Campaign } from '../campaign/index.js'
import type { Judge } from '../contracts.js'
import { crawlDirectory, readIdentity, type CrawlDirectory } from '../collection/crawl-directory.js'
import { checkIdentity } from '../crawl/identity.js'
import { asksForMore, crawlImporter } from '../graph/import/crawl.js'
import { createTextReader } from '../graph/import/text-reader.js'
import { judgeSpecOf } from '../crawl/target.js'
import { LongtailError } from '../errors.js'
import { errorsOf } from '../judge/judge-errors.js'
import { generateGraph } from '../graph/generate/index.js'
import { importGraph, type ImportReport } from '../graph/import/index.js'
import { readGraph, writeGraph, type LinkContext, type WebGraph } from '../graph/index.js'
import { measureGraph, statsText } from '../graph/stats/index.js'
import { createJudge, languagesOf, type JudgeSpec, type WrittenLanguage } from '../judge/index.js'
import { codesOf, modelsAmong, wantedLanguages } from '../page/language/wanted-languages.js'
import type { LanguageModel } from '../page/language/learned/language-model.js'
import { graphFacts, seedsOf } from './graph-seeds.js'
import { INTERRUPTED, showWork } from './work-display.js'
import { writtenLanguages, type LanguageFlags } from './written-languages.js'

export interface GenerateFlags {
  preset: string
  scale: number
  seed: number
  out: string
  set?: string[]
  labels?: string
  threads?: number
  json?: boolean
}

export interface ImportFlags extends LanguageFlags {
  out: string
  campaign?: string
  relevant?: string
  text?: boolean
  linkContext: LinkContext
  seed?: string[]
  seedFile?: string
  json?: boolean
}

export interface StatsFlags {
  target?: string
  seed?: string[]
  seedFile?: string
  json?: boolean
}

const STOPPED = 'stopping; nothing will be written'

export async function generate({ preset, scale, seed, out, set, labels, threads, json }: GenerateFlags): Promise<void> {
  checkOut(out)
  const began = performance.now()
  const display = showWork(process.stderr, STOPPED)
  const settings = Object.fromEntries((set ?? []).map(pair => keyAndValue('--set', pair)))
  if (labels !== undefined) settings.labels = labels
  display.signal.addEventListener('abort', () => leave(json)) // nothing is lost: nothing was written
  const made = await generateGraph({ preset, scale, seed, set: settings, threads }, ({ step, share }) =>
    display.update(`${step}: ${(100 * share).toFixed(0)} %`),
  )
  writeGraph(made, out)
  display.end()
  finish(made, out, began, json, {})
}

export async function importPaths(paths: string[], flags: ImportFlags): Promise<void> {
  checkOut(flags.out)
  const began = performance.now()
  const { spec, ...judging } = openJudge(flags, paths)
  const seeds = [...(flags.seed ?? []), ...(flags.seedFile === undefined ? [] : readSeedFile(flags.seedFile))]
  const display = showWork(process.stderr, STOPPED)
  const { graph: made, report } = await importGraph(paths, {
    ...judging,
    judgeErrors: spec === null ? undefined : (errorsOf(spec) ?? undefined),
    text: flags.text === true ? createTextReader(spec, flags.linkContext) : undefined,
    relevant: flags.relevant === undefined ? undefined : relevantColumn(flags.relevant),
    seeds,
    signal: display.signal,
    onProgress: (done, total, label) =>
      display.update(`${label}: ${total === 0 ? 100 : Math.floor((100 * done) / total)} %`),
  }).catch(error => {
    if (display.signal.aborted) leave(flags.json)
    throw error
  })
  writeGraph(made, flags.out)
  display.end()
  for (const { path, reason } of report.left) display.note(`left out: ${path}: ${reason}`)
  finish(made, flags.out, began, flags.json, report)
}

export async function showStats(path: string, flags: StatsFlags): Promise<void> {
  const display = showWork(process.stderr, STOPPED)
  display.signal.addEventListener('abort', () => leave(flags.json))
  const loaded = readGraph(path)
  const seeds = seedsOf(loaded, flags)
  const stats = measureGraph(loaded, { target: flags.target, seeds }, (step, share) =>
    display.update(`${step}: ${(100 * share).toFixed(0)} %`),
  )
  display.end()
  console.log(flags.json === true ? JSON.stringify(stats) : statsText(stats))
}

function finish(graph: WebGraph, out: string, began: number, json: boolean | undefined, more: Partial<ImportReport>) {
  const seconds = (performance.now() - began) / 1000
  const { skipped, left } = more
  const facts = graphFacts(graph)
  if (json === true) {
    const bytes = statSync(out).size
    console.log(
      JSON.stringify({ file: out, bytes, ...facts, ...(left && { left }), ...(skipped && { skipped }), seconds }),
    )
    return
  }
  const number = (value: number): string => value.toLocaleString('en')
  console.log(
    `${out}: ${number(facts.pages)} pages (${number(facts.crawled)} crawled, ${number(facts.relevant)} relevant), ` +
      `${number(facts.links)} links, ${number(facts.servers)} servers, in ${seconds.toFixed(1)} s`,
  )
  for (const [reason, count] of Object.entries(skipped ?? {})) console.log(`  skipped: ${number(count)} ${reason}`)
  if (facts.relevant === 0) {
    console.log(
      '  no page is marked as relevant: to study focused crawls, give a language (--language) or a column (--relevant)',
    )
  }
}

/** Stopped before there was anything to keep. */
function leave(json: boolean | undefined): never {
  if (json === true) console.log(JSON.stringify({ stopped: 'interrupted', file: null }))
  process.exit(INTERRUPTED)
}

/** Before hours of work, not after. */
function checkOut(out: string): void {
  if (!existsSync(dirname(out)))
    throw new LongtailError('E_USAGE', `--out ${out}: ${dirname(out)} does not exist; make it, or choose another file`)
  if (existsSync(out) && statSync(out).isDirectory())
    throw new LongtailError('E_USAGE', `--out ${out}: this is a directory; give a file, such as ${out}/web.ltg`)
}

interface Judging {
  readonly spec: JudgeSpec | null
  readonly judge?: Judge
  readonly learned?: readonly LanguageModel[]
  readonly target?: string[]
  /** Languages that a target names which asks for more. */
  readonly spoken?: string[]
}

function openJudge(flags: ImportFlags, paths: readonly string[]): Judging {
  const written = writtenLanguages(flags)
  if (flags.campaign === undefined) {
    if (written === undefined) return { spec: null }
    const spec: JudgeSpec = { kind: 'language', languages: written, policy: 'modern' }
    return { spec, target: targetCodes(written), judge: createJudge(spec), learned: learnedOf(spec) }
  }
  if (written !== undefined)
    throw new LongtailError('E_USAGE', 'give --campaign or --language, not both: either decides what is relevant')
  const { campaign } = loadCampaign(flags.campaign)
  const spec = judgeSpecOf(campaign.target)
  const judging = { spec, judge: createJudge(spec), learned: learnedOf(spec) }
  const languages = targetCodes(languagesOf(spec))
  if (!asksForMore(campaign.target)) return { ...judging, target: languages }
  // where more than a language is asked for, the relevance bit does not stand for languages; crawls for the same target say
  // by themselves what is relevant
  if (wereCrawledFor(campaign, paths)) return judging
  return { ...judging, target: [], spoken: languages }
}

/** Whether there are crawl directories among the paths, all of them for what this campaign wants. */
function wereCrawledFor(campaign: Campaign, paths: readonly string[]): boolean {
  const crawls = paths.filter(path => crawlImporter.accepts(path)).map(crawlDirectory)
  return crawls.length > 0 && crawls.every(crawl => isFor(campaign, crawl))
}

function isFor(campaign: Campaign, crawl: CrawlDirectory): boolean {
  const name = readIdentity(crawl)?.name ?? ''
  try {
    return checkIdentity(crawl, { ...campaign, name }, () => {}) !== null
  } catch (error) {
    if (error instanceof LongtailError) return false
    throw error
  }
}

/** Every code by which the identifier may call these languages. */
function targetCodes(written: readonly WrittenLanguage[]): string[] {
  const languages = wantedLanguages(written)
  return [...new Set([...languages.map(({ code }) => code), ...codesOf(languages)])]
}

function learnedOf(spec: JudgeSpec): LanguageModel[] {
  return modelsAmong(wantedLanguages(languagesOf(spec)))
}

function relevantColumn(text: string): { column: string; values: string[] } {
  const [column, value] = keyAndValue('--relevant', text)
  return { column, values: value.split(',') }
}

function keyAndValue(flag: string, text: string): [key: string, value: string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new LongtailError('E_USAGE', `${flag} ${JSON.stringify(text.slice(0, 80))}: expected key=value`)
  return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()]
}
