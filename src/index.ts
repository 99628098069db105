/**
 * The library: everything the command line does, as functions. What only some programs need is loaded at its first call, so that
 * `import … from 'longtail'` stays cheap; such functions return promises. The parts are also exported one by one, as they are:
 * `longtail/crawl`, `longtail/judge`, `longtail/page`, …
 */
import type { JudgedPage, JudgePagesOptions } from './crawl/judge-pages.js'

export * from './contracts.js'
export { ERROR_CODES, LongtailError, type Consequence, type ErrorCode } from './errors.js'
export { loadCampaign, parseCampaign, writeCampaignTemplate, type Campaign } from './campaign/index.js'
export { crawlDirectory, type CrawlDirectory } from './collection/crawl-directory.js'
export type { LogEntry } from './collection/log/entry.js'
export { readLog, readLogLines, type LoggedLine, type LogPosition } from './collection/log/read-log.js'
export { readStatus, type Status } from './collection/status.js'
export { createStrategy, STRATEGIES } from './strategy/index.js'
export { analyse, formatBlacklist, mergeBlacklists, parseBlacklist, type BlacklistEntry } from './page/index.js'

/** A function that is loaded when it is first called. */
function loaded<A extends unknown[], R>(
  load: () => Promise<(...given: A) => R | Promise<R>>,
): (...given: A) => Promise<R> {
  return async (...given) => (await load())(...given)
}

// crawls
export const runCrawl = loaded(async () => (await import('./crawl/index.js')).runCrawl)
export const runSyllabus = loaded(async () => (await import('./syllabus/run.js')).runSyllabus)
export const readCrawl = loaded(async () => (await import('./report/index.js')).readCrawl)
export const writeCrawlReport = loaded(async () => (await import('./report/index.js')).writeCrawlReport)
export const createJudge = loaded(async () => (await import('./judge/index.js')).createJudge)
export async function* judgePages(
  inputs: readonly string[],
  options: JudgePagesOptions,
): AsyncGenerator<JudgedPage, void> {
  yield* (await import('./crawl/judge-pages.js')).judgePages(inputs, options)
}

// models
export const trainTopic = loaded(async () => (await import('./train/topic.js')).trainTopicFrom)
export const trainNation = loaded(async () => (await import('./train/nation.js')).trainNation)
export const writeDictionary = loaded(async () => (await import('./train/nation.js')).writeDictionary)
export const trainLinks = loaded(async () => (await import('./train/links.js')).trainLinks)
export const openVisits = loaded(async () => (await import('./train/open-visits.js')).openVisits)
export const trainSegments = loaded(async () => (await import('./train/segments.js')).trainSegments)
export const trainCounts = loaded(async () => (await import('./train/counts.js')).trainCounts)

// graphs and simulations
export const generateGraph = loaded(async () => (await import('./graph/generate/index.js')).generateGraph)
export const importGraph = loaded(async () => (await import('./graph/import/index.js')).importGraph)
export const readGraph = loaded(async () => (await import('./graph/index.js')).readGraph)
export const writeGraph = loaded(async () => (await import('./graph/index.js')).writeGraph)
export const chooseSeeds = loaded(async () => (await import('./graph/index.js')).chooseSeeds)
export const measureGraph = loaded(async () => (await import('./graph/stats/index.js')).measureGraph)
export const runStudy = loaded(async () => (await import('./simulate/index.js')).runStudy)
export const writeReport = loaded(async () => (await import('./report/index.js')).writeReport)

// portals and exports
export const buildPortal = loaded(async () => (await import('./portal/build/index.js')).buildPortal)
export const startPortal = loaded(async () => (await import('./portal/server/index.js')).startPortal)
export const exportWacz = loaded(async () => (await import('./export/wacz/export-wacz.js')).exportWacz)
export const exportZim = loaded(async () => (await import('./export/zim/export-zim.js')).exportZim)
export const exportCorpus = loaded(async () => (await import('./export/corpus/export-corpus.js')).exportCorpus)

// a web to try all this on
export const buildDemoWeb = loaded(async () => (await import('./demo/web.js')).buildDemoWeb)
export const serveDemoWeb = loaded(async () => (await import('./demo/web.js')).serveDemoWeb)

export type { JudgedPage, JudgePagesOptions } from './crawl/judge-pages.js'
export type { CrawlSummary, RunOptions } from './crawl/index.js'
export type { SyllabusOptions } from './syllabus/run.js'
export type { CrawlNumbers, CrawlReportPlaces, ReadCrawlOptions } from './report/index.js'
export type { JudgeSpec } from './judge/index.js'
export type { TopicRequest, TrainedTopic } from './train/topic.js'
export type { NationReport, NationTraining } from './train/nation.js'
export type { LinksReport, LinksTraining } from './train/links.js'
export type { TrainedSegments, TrainSegmentsOptions, VisitSource } from './train/segments.js'
export type { CountsOptions } from './train/counts.js'
export type { GenerateOptions, GenerateProgress } from './graph/generate/index.js'
export type { ImportOptions, ImportReport } from './graph/import/index.js'
export type { WebGraph } from './graph/index.js'
export type { RunResult, SimulationResult, StudyOptions } from './simulate/index.js'
export type { BuildOptions, BuildSummary, PortalOptions, RunningPortal } from './portal/index.js'
export type { WaczOptions, WaczSummary, ZimOptions, ZimSummary } from './export/index.js'
export type { DemoServer, DemoWeb, DemoWebOptions } from './demo/web.js'
