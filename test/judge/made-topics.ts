/** Pages about made-up topics: a few telling words among common ones, drawn from a seed. */
import type { TrainingPage } from '../../src/judge/topic/index.js'
import { createRandom } from '../../src/learn/index.js'

const COMMON =
  'the of and to in for is on that by this with you it not or be are from at as your all have new more an was we will home can us about if page my has search free but our one other do no information time they site he up may what which their news out use any there see only so his when contact here business who web also now help get view online first am been would how were services some these click its like service than find price date back top people had list name just over state year day into email two health world next used go work last most products music buy data make them should product system post her city add policy number such please available copyright support message after best software then good video well where info rights public books high school through each links she review years order very privacy book items company read group need many user said does set under general research university january mail full map reviews program life know games way days management part could great united hotel real item international center'.split(
    ' ',
  )

export const TELLING = {
  biology:
    'photosynthesis chlorophyll chloroplast mitochondria membrane enzyme organism species cellular respiration'.split(
      ' ',
    ),
  music: 'symphony orchestra violin composer sonata conductor melody harpsichord cello concerto'.split(' '),
  law: 'plaintiff defendant tribunal statute litigation appellate jurisdiction verdict testimony prosecutor'.split(' '),
}

export function madePages(telling: readonly string[], count: number, seed: number, words = 80): TrainingPage[] {
  const random = createRandom(seed)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]
  return Array.from({ length: count }, (_, i) => {
    const text = Array.from({ length: words }, () =>
      telling.length > 0 && random() < 0.12 ? pick(telling) : pick(COMMON),
    )
    const title = telling.length > 0 ? `${pick(telling)} ${pick(COMMON)}` : pick(COMMON)
    return { url: `http://host${i % 7}.example/${seed}/${i}.html`, title, text: text.join(' '), language: 'eng' }
  })
}
