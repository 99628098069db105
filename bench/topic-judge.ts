/**
 * How fast is a topic judge? Pages per CPU-second, beside the analysis of the same pages, which every crawled page goes
 * through before: the judge should be a small part of it. A and B take turns; the checksum keeps both from being skipped.
 *
 *   node dist/bench/topic-judge.js        LONGTAIL_DATA names the folder with webkb.warc.gz
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { exchangeOf } from '../src/archive/exchange-of.js'
import { readWarc } from '../src/archive/warc-reader.js'
import type { Exchange } from '../src/contracts.js'
import { topicJudgeOf, trainingPageOf, trainTopic } from '../src/judge/topic/index.js'
import { analyse } from '../src/page/index.js'

const PAGES = 3000
const ROUNDS = 3
const POSITIVES = 100

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

const exchanges = await readExchanges(join(process.env.LONGTAIL_DATA ?? '', 'webkb.warc.gz'))
const pages = exchanges.map(exchange => analyse(exchange))
const isCourse = (text: string): boolean => /homework|syllabus/i.test(text)
const wanted = pages.filter(({ fullText }) => isCourse(fullText)).slice(0, POSITIVES)
const unwanted = pages.filter(({ fullText }) => !isCourse(fullText)).slice(0, 1000)
const training = { name: 'course', positives: wanted.map(trainingPageOf), negatives: unwanted.map(trainingPageOf) }

const trainTimes: number[] = []
const judgeTimes: number[] = []
const analyseTimes: number[] = []
let checksum = 0
for (let round = 0; round < ROUNDS; round++) {
  let { model } = trainTopic(training)
  trainTimes.push(cpuSeconds(() => (model = trainTopic(training).model)))
  const judge = topicJudgeOf(model)
  judgeTimes.push(
    cpuSeconds(() => {
      for (const page of pages) checksum += judge.judge(page).score
    }),
  )
  analyseTimes.push(
    cpuSeconds(() => {
      for (const exchange of exchanges) checksum += analyse(exchange).links.length
    }),
  )
}
const rate = (seconds: number): string => Math.round(pages.length / seconds).toLocaleString('en')
const range = (times: readonly number[]): string => `${rate(Math.min(...times))} (worst ${rate(Math.max(...times))})`
console.log(
  `node ${process.version}, load ${loadavg()[0].toFixed(1)}, ${pages.length} pages of WebKB, ${ROUNDS} rounds`,
)
console.log(`training on ${wanted.length} + ${unwanted.length} pages  ${Math.min(...trainTimes).toFixed(2)} CPU-s`)
console.log(`judge      ${range(judgeTimes)} pages per CPU-second`)
console.log(`analyse    ${range(analyseTimes)} pages per CPU-second`)
console.log(`judge ÷ analyse  ${(Math.min(...judgeTimes) / Math.min(...analyseTimes)).toFixed(2)} of its time`)
console.log(`checksum ${checksum.toFixed(3)}`)
