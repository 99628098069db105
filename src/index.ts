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
export { createStrategy, loadStrategies, STRATEGIES, type StrategyKit } from './strategy/index.js'
export {
  choice,
  decimal,
  flag,
  inOneQueue,
  integer,
  type Parameter,
  type StrategyDefinition,
  type StrategyEntry,
} from './strategy/definition.js'
export { defineStrategy } from './strategy/own-definition.js'
export { analyse, formatBlacklist, mergeBlacklists, parseBlacklist, type BlacklistEntry } from './page/index.js'

/** A function that is loaded when it is first called. */
function loaded<A extends unknown[], R>(
  load: () => Promise<(...given: A) => R | Promise<R>>,
): (...given: A) => Promise<R> {
  return async (...given) => (await load())(...given)
}

// crawls
/** Crawls, or goes on where an earlier run into the same directory stopped; `onStart` hands out the way to stop it. */
export const runCrawl = loaded(async () => {
  const { runCrawl: run } = await import('./crawl/index.js')
  const { openCrawlLearner } = await import('./train/crawl-learner.js')
  return (options: Parameters<typeof run>[0]) => run({ openLearner: openCrawlLearner, ...options })
})
/** A crawl in many partitions: by processes that are started from here, or one worker of it. */
export const coordinateCrawl = loaded(async () => (await import('./partitions/live/coordinate.js')).coordinate)
/** One worker of a crawl in many partitions, in this process. */
export const runWorker = loaded(async () => (await import('./partitions/live/run-worker.js')).runWorker)
/** The bucket that a crawl in many partitions is kept in: `s3://BUCKET/PREFIX`. Server and keys come from the environment; throws E_STORE where it cannot keep crawls. */
export const openStore = loaded(async () => (await import('./partitions/live/store/join-store.js')).openStore)
/** Copies a crawl from a bucket to a directory. */
export const fetchStore = loaded(async () => (await import('./partitions/live/store/fetch-store.js')).fetchStore)
/** Many topics: finds examples and seeds, trains, and crawls one topic after the other. */
export const runSyllabus = loaded(async () => (await import('./syllabus/run.js')).runSyllabus)
/** What the log of a crawl comes to, for a report. */
export const readCrawl = loaded(async () => (await import('./report/index.js')).readCrawl)
export const writeCrawlReport = loaded(async () => (await import('./report/index.js')).writeCrawlReport)
export const createJudge = loaded(async () => (await import('./judge/index.js')).createJudge)
/** Judges files, URLs and all pages of archives, one by one, as a crawl would. */
export async function* judgePages(
  inputs: readonly string[],
  options: JudgePagesOptions,
): AsyncGenerator<JudgedPage, void> {
  yield* (await import('./crawl/judge-pages.js')).judgePages(inputs, options)
}

// models
export const trainTopic = loaded(async () => (await import('./train/topic.js')).trainTopicFrom)
export const trainLanguage = loaded(async () => (await import('./train/language.js')).trainLanguageFrom)
/** All languages that can be a target, and who knows them. */
export const listTargets = loaded(async () => (await import('./train/language-targets.js')).listTargets)
export const measureTarget = loaded(async () => (await import('./train/language-targets.js')).measureTarget)
export const learnOnLanguage = loaded(async () => (await import('./train/learn-on.js')).learnOn)
/** Pages on which crawls have seen a language, as seeds for a crawl of it. */
export const findSeeds = loaded(async () => (await import('./train/neighbour-seeds.js')).findSeeds)
/** A dictionary of the names by which pages about a country are known. */
export const trainNation = loaded(async () => (await import('./train/nation.js')).trainNation)
/** Writes such a dictionary to a file that a campaign can name. */
export const writeDictionary = loaded(async () => (await import('./train/nation.js')).writeDictionary)
/** A model of which links pay, from earlier crawls, for a warm start. */
export const trainLinks = loaded(async () => (await import('./train/links.js')).trainLinks)
/** Crawls and archives as examples to learn from. */
export const openVisits = loaded(async () => (await import('./train/open-visits.js')).openVisits)
export const trainSegments = loaded(async () => (await import('./train/segments.js')).trainSegments)
export const trainCounts = loaded(async () => (await import('./train/counts.js')).trainCounts)

// graphs and simulations
/** A synthetic web. Preset, scale, seed and parameters decide every bit of it. */
export const generateGraph = loaded(async () => (await import('./graph/generate/index.js')).generateGraph)
export const importGraph = loaded(async () => (await import('./graph/import/index.js')).importGraph)
/** Throws E_GRAPH for a file that is damaged or of another kind. */
export const readGraph = loaded(async () => (await import('./graph/index.js')).readGraph)
export const writeGraph = loaded(async () => (await import('./graph/index.js')).writeGraph)
export const chooseSeeds = loaded(async () => (await import('./graph/index.js')).chooseSeeds)
/** Every table of the papers for a graph: languages, locality, distances, degrees. */
export const measureGraph = loaded(async () => (await import('./graph/stats/index.js')).measureGraph)
export const runStudy = loaded(async () => (await import('./simulate/index.js')).runStudy)
/** Recrawl policies over simulated months, on a graph whose pages are born, change and go away. */
export const comparePolicies = loaded(async () => (await import('./simulate/changes/index.js')).comparePolicies)
/** A recrawl policy by its name, as rounds and simulations use it. */
export const recrawlPolicy = loaded(async () => (await import('./recrawl/index.js')).recrawlPolicy)
export const writeReport = loaded(async () => (await import('./report/index.js')).writeReport)

// portals and exports
/** Makes a library of crawls and archives; a second build adds and removes only what changed. */
export const buildPortal = loaded(async () => (await import('./portal/build/index.js')).buildPortal)
/** Serves the dashboard and /metrics for crawls, without a portal. */
export const startDashboard = loaded(async () => (await import('./portal/server/index.js')).startDashboard)
/** Serves a portal to browsers until it is closed. */
export const startPortal = loaded(async () => (await import('./portal/server/index.js')).startPortal)
/** Writes what a portal has beyond an earlier state, or all of it, as one signed file. */
export const packPortal = loaded(async () => (await import('./portal/updates/index.js')).packPortal)
/** Puts an update in place, as a whole or not at all; the portal may be serving. */
export const applyUpdate = loaded(async () => (await import('./portal/updates/index.js')).applyUpdate)
/** Tells a portal whose updates it takes. */
export const trustKey = loaded(async () => (await import('./portal/updates/index.js')).trustKey)
/** The key that updates are signed with; made when there is none. */
export const signingKey = loaded(async () => (await import('./portal/updates/index.js')).signingKey)
/** The state that a portal has, the states that were packed from it, and whom it trusts. */
export const portalStates = loaded(async () => (await import('./portal/updates/index.js')).portalStates)
/** What readers of a portal looked for and did not find, as a signed file. */
export const packWishes = loaded(async () => (await import('./portal/updates/index.js')).packWishes)
/** On how many days the pages of a portal were opened, most read first; for `recrawl.readings` of a campaign. */
export const readReadings = loaded(async () => (await import('./collection/page-readings.js')).readReadings)
/** The wishes in such a file, or of a portal's directory. */
export const readWishes = loaded(async () => (await import('./portal/updates/index.js')).readWishes)
/** What is new, changed and gone between two collections. */
export const compareCollections = loaded(async () => (await import('./diff/index.js')).compareCollections)
/** Writes crawls and archives as WACZ. The file is put in place at the very end. */
export const exportWacz = loaded(async () => (await import('./export/wacz/export-wacz.js')).exportWacz)
/** Writes a crawl or a portal as a ZIM file, for Kiwix. */
export const exportZim = loaded(async () => (await import('./export/zim/export-zim.js')).exportZim)
/** Writes clean text, one object per page: JSONL, Parquet, WET. */
export const exportCorpus = loaded(async () => (await import('./export/corpus/export-corpus.js')).exportCorpus)

// a web to try all this on
/** A web of many hosts and languages, made of a seed; nothing is served yet. */
export const buildDemoWeb = loaded(async () => (await import('./demo/web.js')).buildDemoWeb)
/** Serves it on this machine. Send all requests to `origin` with `network.hosts` of a campaign. */
export const serveDemoWeb = loaded(async () => (await import('./demo/web.js')).serveDemoWeb)

export type { JudgedPage, JudgePagesOptions } from './crawl/judge-pages.js'
export type { CrawlSummary, RunOptions } from './crawl/index.js'
export type { SyllabusOptions } from './syllabus/run.js'
export type { CrawlNumbers, CrawlReportPlaces, ReadCrawlOptions } from './report/index.js'
export type { JudgeSpec } from './judge/index.js'
export type { TopicRequest, TrainedTopic } from './train/topic.js'
export type { LanguageRequest, TrainedLanguage } from './train/language.js'
export type { LanguageTargetEntry } from './train/language-targets.js'
export type { NationReport, NationTraining } from './train/nation.js'
export type { LinksReport, LinksTraining } from './train/links.js'
export type { TrainedSegments, TrainSegmentsOptions, VisitSource } from './train/segments.js'
export type { CountsOptions } from './train/counts.js'
export type { GenerateOptions, GenerateProgress } from './graph/generate/index.js'
export type { ImportOptions, ImportReport } from './graph/import/index.js'
export type { WebGraph } from './graph/index.js'
export type { RunResult, SimulationResult, StudyOptions } from './simulate/index.js'
export type { ComparePoliciesOptions, RoundsResult } from './simulate/changes/index.js'
export type { KnownPages, PageKind, RecrawlPolicy } from './recrawl/index.js'
export type { BuildOptions, BuildSummary, PortalOptions, RunningPortal } from './portal/index.js'
export type { DashboardServerOptions, RunningDashboard } from './portal/index.js'
export type { ApplyOptions, ApplySummary, PackOptions, PackSummary } from './portal/index.js'
export type { PortalStates, SigningKey, WishesSummary, WishList } from './portal/index.js'
export type { WaczOptions, WaczSummary, ZimOptions, ZimSummary } from './export/index.js'
export type { ChangedPage, Comparison, ComparisonCounts, GonePage } from './diff/index.js'
export type { DemoServer, DemoWeb, DemoWebOptions } from './demo/web.js'
