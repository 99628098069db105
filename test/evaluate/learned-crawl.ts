/** Crawls for a language that was learned from one genre, in a web where its pages are of another (test/crawl/learned-web.ts). */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crawlDirectory } from '../../src/collection/index.js'
import { newestModel } from '../../src/collection/learned-models.js'
import { trainLanguageFrom, type LanguageRequest } from '../../src/train/language.js'
import { openCrawlLearner } from '../../src/train/crawl-learner.js'
import { learnOn } from '../../src/train/learn-on.js'
import { buildLearnedWeb, measureCrawl, type CrawlQuality } from '../crawl/learned-web.js'
import type { Measurement } from './measure.js'

const PAGES = 240
const ROUNDS = 3

/** Minangkabau among Indonesian pages, from 30 KB; South Ndebele among Zulu ones, from 5 KB, with learning on over three rounds. */
export async function evaluateLearnedCrawl(dataDir: string): Promise<Measurement[]> {
  const lines = (file: string): string[] =>
    readFileSync(join(dataDir, 'languages', `${file}.txt`), 'utf8')
      .split('\n')
      .filter(line => line !== '')
  const directory = mkdtempSync(join(tmpdir(), 'longtail-learned-crawl-'))
  const examplesOf = (file: string, characters: number): string => {
    const path = join(directory, `${characters}.txt`)
    writeFileSync(path, lines(file).join('\n').slice(0, characters))
    return path
  }
  try {
    const [once] = await crawlInRounds(directory, 'min', examplesOf('min/nusax', 30_000), 1, {
      target: lines('min/nusawrites'),
      neighbour: lines('known-ind/nusax'),
    })
    const ndebele = { target: lines('nbl/government'), neighbour: lines('known-zul/government') }
    const stories = examplesOf('nbl/stories', 5_000)
    const rounds = await crawlInRounds(directory, 'nbl', stories, ROUNDS, ndebele)
    const bySelf = await crawlInRounds(join(directory, 'itself'), 'nbl', stories, ROUNDS, ndebele, true)
    return [
      ...(['coverage', 'harvest', 'precision', 'recall'] as const).map(name => ({
        id: `learned-crawl.${name}`,
        value: once[name],
        detail: `Minangkabau: ${once.pages} pages were fetched`,
      })),
      ...measuredRounds('learned-rounds', rounds),
      ...measuredRounds('learned-itself', bySelf),
    ]
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function measuredRounds(id: string, rounds: readonly CrawlQuality[]): Measurement[] {
  const last = rounds[rounds.length - 1]
  return (['precision', 'recall'] as const).flatMap(name => {
    const told = rounds.map(round => round[name].toFixed(3)).join(' → ')
    return [
      { id: `${id}.${name}`, value: last[name], detail: `South Ndebele: ${told}` },
      { id: `${id}.${name}-gained`, value: last[name] - rounds[0][name], detail: `in ${rounds.length} rounds` },
    ]
  })
}

/** In each round but the first what the crawl before it found is learned from, too. */
async function crawlInRounds(
  directory: string,
  name: string,
  examples: string,
  rounds: number,
  texts: Parameters<typeof buildLearnedWeb>[0],
  /** The crawls learn on while they run, and each begins with the model that the one before came to. */
  learn = false,
): Promise<CrawlQuality[]> {
  mkdirSync(directory, { recursive: true })
  const web = buildLearnedWeb(texts)
  const found: CrawlQuality[] = []
  for (let round = 0; round < rounds; round++) {
    const crawlOf = (number: number): string => join(directory, `${name}-${number}`)
    const model = join(directory, `${name}-${round}.model`)
    const request: LanguageRequest = {
      name,
      examples: [examples],
      negatives: [],
      campaign: null,
      out: model,
      signal: new AbortController().signal,
      warn: () => undefined,
      onProgress: () => undefined,
    }
    const { models } = crawlDirectory(crawlOf(round - 1))
    if (round === 0) await trainLanguageFrom(request)
    else if (learn) copyFileSync(newestModel({ models }, join(models, `${name}-${round - 1}.model`)), model)
    else await learnOn({ ...request, from: [crawlOf(round - 1)] })
    const target = { language: learn ? { model, learn } : { model } }
    const options = learn ? { openLearner: openCrawlLearner } : {}
    found.push(await measureCrawl(web, crawlOf(round), { target, limits: { pages: PAGES } }, options))
  }
  return found
}
