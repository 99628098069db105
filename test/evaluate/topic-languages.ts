/**
 * Topics in a language without spaces and in one with rich inflection: home pages of cc-dev in Thai and in Russian, sorted by
 * hand into a few topics by what their titles and texts are about, ten-fold. Few pages, but real ones: a handful to learn from is what a user has.
 */
import { join } from 'node:path'
import { exchangeOf } from '../../src/archive/exchange-of.js'
import { readWarc } from '../../src/archive/warc-reader.js'
import type { Page } from '../../src/contracts.js'
import type { TrainingPage } from '../../src/judge/topic/index.js'
import { topicJudgeOf, trainingPageOf, trainTopic } from '../../src/judge/topic/index.js'
import type { Quality } from '../../src/learn/index.js'
import { confusionOf, qualityOf, stratifiedFolds } from '../../src/learn/index.js'
import { analyse } from '../../src/page/index.js'
import { identifyLanguage } from '../../src/page/language/identify.js'
import type { Measurement } from './measure.js'

interface HandLabels {
  readonly language: string
  readonly hosts: readonly string[]
}

const TOPICS: Readonly<Record<string, HandLabels>> = {
  'thai-education': {
    language: 'tha',
    hosts: (
      'chandra.ac.th crru.ac.th cupt.net dlf.ac.th kruupdate.com nsru.ac.th rru.ac.th snru.ac.th vcharkarn.com ' +
      'xn--12cl9ca5a0ai1ad0bea0clb11a0e.com'
    ).split(' '),
  },
  'thai-games-and-music': {
    language: 'tha',
    hosts: '4sh2sh.website gconhub.com hdgames.net igamestube.com mp3freefree.com pleng-mun.com thairo.in.th'.split(
      ' ',
    ),
  },
  'russian-films': {
    language: 'rus',
    hosts: 'animevost.org biqle.ru hd-dream.ru hdkinoklub.com kinoseries.ru tv-cinema.club'.split(' '),
  },
}

export async function evaluateTopicLanguages(data: string): Promise<Measurement[]> {
  const pages = new Map<string, Page[]>([
    ['tha', []],
    ['rus', []],
  ])
  for await (const record of readWarc(join(data, 'cc-dev.warc.gz'))) {
    const exchange = exchangeOf(record)
    if (exchange === null) continue
    const page = analyse(exchange)
    const [main] = identifyLanguage(page.fullText).languages
    if (main !== undefined) pages.get(main.language)?.push(page)
  }
  return Object.entries(TOPICS).map(([topic, { language, hosts }]) => {
    const all = pages.get(language) ?? []
    const isWanted = ({ url }: Page): boolean => hosts.some(host => url.startsWith(`http://${host}/`))
    const quality = heldOut(all, isWanted, topic, language)
    const plain = language === 'rus' ? `; without stems ${heldOut(all, isWanted, topic, 'und').gMean.toFixed(3)}` : ''
    const { truePositives, falseNegatives, falsePositives, trueNegatives } = quality
    const detail =
      `found ${truePositives} of ${truePositives + falseNegatives}, ${falsePositives} wrong of ` +
      `${falsePositives + trueNegatives}${plain}`
    return { id: `topics.language.${topic}`, value: quality.gMean, detail }
  })
}

const FOLDS = 10

/** `treatedAs` 'und' is text of which nobody knows the language: neither stems nor stop words. */
function heldOut(pages: readonly Page[], isWanted: (page: Page) => boolean, name: string, treatedAs: string): Quality {
  const labels = pages.map(page => Number(isWanted(page)))
  const said = crossValidate(labels, FOLDS, examples => {
    const trainingPages = (label: number): TrainingPage[] =>
      [...examples].filter(i => labels[i] === label).map(i => ({ ...trainingPageOf(pages[i]), language: treatedAs }))
    const { model } = trainTopic({ name, positives: trainingPages(1), negatives: trainingPages(0) })
    const judge = topicJudgeOf(model)
    return i => Number(judge.judge(pages[i]).relevant)
  })
  return qualityOf(confusionOf(labels, said))
}

/**
 * Predictions for every example by a model that was trained without its fold. `train` gets the positions of the training
 * examples and returns what predicts one example, by its position.
 */
function crossValidate(
  labels: ArrayLike<number>,
  k: number,
  train: (examples: Uint32Array) => (example: number) => number,
): Float64Array {
  const folds = stratifiedFolds(labels, k)
  const predictions = new Float64Array(labels.length)
  const positions = Uint32Array.from({ length: labels.length }, (_, i) => i)
  for (let fold = 0; fold < k; fold++) {
    const predict = train(positions.filter(i => folds[i] !== fold))
    for (const i of positions) if (folds[i] === fold) predictions[i] = predict(i)
  }
  return predictions
}
