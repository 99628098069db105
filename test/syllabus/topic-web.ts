/**
 * A web of five school topics and much else on one loopback port: pages of some hundred words each, written from the words of
 * their topic and words that all pages share, linked as pages are (mostly to their own kind, often elsewhere). What every page
 * is about is known, and every request is counted. Beside it a server that answers as SearXNG does.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { landscape } from '../../src/demo/pictures.js'
import { leadOf, sayingsOf } from './topic-leads.js'

/** Words of a topic, the telling ones first. */
const TOPICS = {
  photosynthesis:
    'photosynthesis chlorophyll chloroplast thylakoid stroma glucose sunlight leaf pigment carbon dioxide oxygen stomata light reaction calvin cycle electron transport plant absorb wavelength sugar molecule water splitting energy green cell membrane',
  volcanoes:
    'volcano lava magma eruption crater ash caldera basalt tectonic plate vent pyroclastic flow cone mantle geologist seismic tremor molten rock summit shield stratovolcano geyser fumarole island arc hotspot pumice lahar',
  fractions:
    'fraction numerator denominator decimal equivalent divide multiply common multiple simplify mixed number improper half quarter third ratio percent whole sum subtract arithmetic equal parts reduce lowest terms reciprocal',
  democracy:
    'democracy election parliament vote citizen constitution ballot party candidate government minister representative senate referendum suffrage majority coalition law republic assembly campaign opposition mandate speaker bill',
  beekeeping:
    'bee hive honey queen worker drone comb wax pollen nectar swarm apiary beekeeper smoker brood frame colony pollination forage propolis larva royal jelly varroa mite extractor foundation',
} as const
export type TopicName = keyof typeof TOPICS
export const TOPIC_NAMES = Object.keys(TOPICS) as TopicName[]

const NOISE = [
  'football match goal team player league season coach stadium striker referee penalty ticket supporter defender midfielder cup final transfer score',
  'recipe oven butter flour onion garlic simmer pan chop spoon bake dough sauce pepper salt kitchen boil dish serve taste',
  'phone battery screen camera laptop keyboard software update download wireless charger processor memory storage app browser password account setting cable',
  'hotel flight airport luggage beach booking tourist guide museum passport ticket room resort island breakfast train visa map tour city',
].map(words => words.split(' '))
const COMMON =
  'the of and a to in is that for it as with on be this are by at from which have not or was an also many some more other can when there they one all people time year day way first new good long little very often about between after before because through'.split(
    ' ',
  )

export interface TopicWeb {
  readonly origin: string
  readonly searxng: string
  /** URL → what it is about. */
  readonly about: ReadonlyMap<string, TopicName | 'noise'>
  /** URLs asked for, robots.txt left out. */
  readonly requests: string[]
  readonly queries: string[]
  close(): Promise<void>
}

const HOSTS_PER_TOPIC = 4
const PAGES_PER_HOST = 14
const NOISE_HOSTS = 8

function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

interface MadePage {
  readonly url: string
  readonly about: TopicName | 'noise'
  readonly words: readonly string[]
}

/** `isPictured`: pages begin with a sentence that can be read, and most have a picture. */
export async function serveTopicWeb(seed = 7, isPictured = false): Promise<TopicWeb> {
  const random = seededRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]
  const pages: MadePage[] = []
  const addHost = (host: string, about: MadePage['about'], words: readonly string[]): void => {
    for (let i = 0; i < PAGES_PER_HOST; i++)
      pages.push({ url: `http://${host}/${i === 0 ? '' : `page${i}.html`}`, about, words })
  }
  for (const topic of TOPIC_NAMES)
    for (let i = 0; i < HOSTS_PER_TOPIC; i++) addHost(`${topic}${i}.example`, topic, TOPICS[topic].split(' '))
  for (let i = 0; i < NOISE_HOSTS; i++) addHost(`daily${i}.example`, 'noise', NOISE[i % NOISE.length])
  const noise = pages.filter(({ about }) => about === 'noise')

  const bodies = new Map<string, string>()
  for (const [number, page] of pages.entries()) {
    const kin = page.about === 'noise' ? noise : pages.filter(({ about }) => about === page.about)
    const sentence = (): string => {
      const length = 8 + Math.floor(random() * 10)
      return `${Array.from({ length }, () => pick(random() < 0.35 ? page.words : COMMON)).join(' ')}.`
    }
    const paragraph = (): string => `<p>${Array.from({ length: 4 }, sentence).join(' ')}</p>`
    const links = Array.from({ length: 10 }, () => pick(random() < 0.65 ? kin : pages))
    const anchors = links.map(link => `<li><a href="${link.url}">${pick(link.words)} ${pick(COMMON)}</a></li>`)
    const words = `${page.words[0]} ${pick(page.words)}`
    const [title, sentenceOfLead] = (isPictured ? leadOf(page.about, number) : null) ?? [words, '']
    const picture =
      isPictured && number % 4 !== 3 ? `<img src="/picture${number % 9}.png" width=240 height=150 alt="">` : ''
    const lead =
      sentenceOfLead === '' ? '' : `<p>${sentenceOfLead}</p><h2>${words}</h2><p>${sayingsOf(page.about, number)}</p>`
    const text = Array.from({ length: 4 }, paragraph).join('\n')
    bodies.set(
      page.url,
      `<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${picture}${lead}${text}<ul>${anchors.join('')}</ul></body></html>`,
    )
  }

  const requests: string[] = []
  const web = createServer((request, response) => {
    const url = `http://${(request.headers.host ?? '').replace(/:\d+$/, '')}${request.url}`
    const body = bodies.get(url)
    if (isPictured && /\/picture\d\.png$/.test(url))
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(landscape(url))
    if (!url.endsWith('/robots.txt')) requests.push(url)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? '')
  })
  const queries: string[] = []
  const search = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://searxng/')
    const query = searchParams.get('q') ?? ''
    const page = Number(searchParams.get('pageno') ?? 1)
    queries.push(`${query} #${page}`)
    if (searchParams.get('format') !== 'json') return void response.writeHead(403).end()
    const results = page > 3 ? [] : found(query, pages).slice(6 * (page - 1), 6 * page)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ query, results, unresponsive_engines: [] }))
  })
  return {
    origin: await listen(web),
    searxng: await listen(search),
    about: new Map(pages.map(({ url, about }) => [url, about])),
    requests,
    queries,
    close: async () => {
      await stop(web)
      await stop(search)
    },
  }
}

/** Mostly right, as search engines are: a page about something else, the same page twice, and what no crawler fetches. */
function found(query: string, pages: readonly MadePage[]): { url: string; title: string; content: string }[] {
  const topic = TOPIC_NAMES.find(name => query.toLowerCase().includes(name.slice(0, 6)))
  const right = pages.filter(({ about }, i) => about === topic && i % 4 === 0)
  const wrong = pages.filter(({ about }) => about === 'noise')
  const urls = [
    ...right.slice(0, 7).map(({ url }) => url),
    wrong[query.length % wrong.length].url,
    right[0]?.url ?? '',
    'ftp://files.example/paper.pdf',
    ...right.slice(7).map(({ url }) => url),
  ]
  return urls.map(url => ({ url, title: query, content: '' }))
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function stop(server: Server): Promise<void> {
  return new Promise(closed => {
    server.closeAllConnections()
    server.close(() => closed())
  })
}
