/**
 * How fast is a topic judge? Pages per CPU-second, beside the analysis of the same pages, which every crawled page goes
 * through before: the judge should be a small part of it. A and B take turns; the checksum keeps both from being skipped.
 *
 *   node dist/bench/topic-judge.js        LONGTAIL_DATA names the folder with webkb.warc.gz and wikischools-dev.warc.gz
 *
 * WebKB has the short pages of the Web, wikischools long articles, of which the first 12,000 letters are read. `further`: a topic
 * whose unwanted pages were read for another one before.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { exchangeOf } from '../src/archive/exchange-of.js'
import { readWarc } from '../src/archive/warc-reader.js'
import type { Exchange } from '../src/contracts.js'
import { prepareCorpus, topicJudgeOf, trainingPageOf, trainTopic } from '../src/judge/topic/index.js'
import { analyse } from '../src/page/index.js'

const PAGES = 3000
const ROUNDS = 5
const POSITIVES = 100
const NEGATIVES = 1000

async function readExchanges(path: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const record of readWarc(path)) {
    const exchange = exchangeOf(record)
    if (exchange !== null) exchanges.push(exchange)
    if (exchanges.length === PAGES) break
  }
  return exchanges
}

function cpuSeconds(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

async function measure(file: string, wantedWords: RegExp): Promise<void> {
  const exchanges = await readExchanges(join(process.env.LONGTAIL_DATA ?? '', file))
  const pages = exchanges.map(exchange => analyse(exchange))
  const isWanted = (text: string): boolean => wantedWords.test(text)
  const positives = pages.filter(({ fullText }) => isWanted(fullText)).slice(0, POSITIVES)
  const negatives = pages.filter(({ fullText }) => !isWanted(fullText)).slice(0, NEGATIVES)
  const training = { name: 'some', positives: positives.map(trainingPageOf), negatives: negatives.map(trainingPageOf) }
  const corpus = prepareCorpus(training.negatives)
  const times: Record<'train' | 'further' | 'judge' | 'analyse', number[]> = {
    train: [],
    further: [],
    judge: [],
    analyse: [],
  }
  let checksum = 0
  trainTopic({ ...training, corpus })
  for (let round = 0; round < ROUNDS; round++) {
    let { model } = trainTopic(training)
    times.train.push(cpuSeconds(() => (model = trainTopic(training).model)))
    times.further.push(cpuSeconds(() => trainTopic({ ...training, corpus })))
    const judge = topicJudgeOf(model)
    times.judge.push(
      cpuSeconds(() => {
        for (const page of pages) checksum += judge.judge(page).score
      }),
    )
    times.analyse.push(
      cpuSeconds(() => {
        for (const exchange of exchanges) checksum += analyse(exchange).links.length
      }),
    )
  }
  const best = (name: keyof typeof times): number => Math.min(...times[name])
  const rate = (seconds: number): string => Math.round(pages.length / seconds).toLocaleString('en')
  const range = (name: keyof typeof times): string => `${rate(best(name))} (worst ${rate(Math.max(...times[name]))})`
  const letters = pages.reduce((sum, { fullText }) => sum + fullText.length, 0) / pages.length
  console.log(`${file}: ${pages.length} pages of ${Math.round(letters)} letters, ${ROUNDS} rounds`)
  console.log(
    `training on ${positives.length} + ${negatives.length} pages  ${best('train').toFixed(2)} CPU-s, ` +
      `a further topic ${best('further').toFixed(2)} CPU-s`,
  )
  console.log(`judge      ${range('judge')} pages per CPU-second`)
  console.log(`analyse    ${range('analyse')} pages per CPU-second`)
  console.log(`judge ÷ analyse  ${(best('judge') / best('analyse')).toFixed(2)} of its time`)
  console.log(`checksum ${checksum.toFixed(3)}\n`)
}

console.log(`node ${process.version}, load ${loadavg()[0].toFixed(1)}`)
await measure('webkb.warc.gz', /homework|syllabus/i)
await measure('wikischools-dev.warc.gz', /species|genus/i)
