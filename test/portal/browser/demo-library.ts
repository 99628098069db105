/**
 * A library for the browser tests, from real crawls: the demo web for Thai and for English, with images and styles, and three
 * topics of a syllabus. None of them fetches all of its web, so that every page has links that lead out of the library.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageEntry } from '../../../src/collection/index.js'
import { buildDemoWeb, serveDemoWeb, type DemoWeb } from '../../../src/demo/web.js'
import { buildPortal } from '../../../src/portal/build/build.js'
import { openLibrary } from '../../../src/portal/store/library.js'
import { crawlDemo, loggedPages } from '../../crawl/demo-crawl.js'
import { runCli, temporaryDirectory, writeCampaign } from '../../crawl/run-cli.js'
import { serveTopicWeb } from '../../syllabus/topic-web.js'

export interface DemoLibrary {
  readonly web: DemoWeb
  /** The portal's directory. */
  readonly portal: string
  /** The directory of the Thai crawl. */
  readonly thai: string
  /** A page in English that has all that a page can have (choosePage). */
  readonly pictured: PageEntry
}

let library: Promise<DemoLibrary> | undefined

/** Made once for all files of tests in this process, and removed with it. */
export function demoLibrary(): Promise<DemoLibrary> {
  return (library ??= make())
}

async function make(): Promise<DemoLibrary> {
  const directory = temporaryDirectory('browser')
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const web = buildDemoWeb({ hosts: 24, pagesPerHost: 30 })
  const server = await serveDemoWeb(web)
  const thai = join(directory, 'thai')
  const english = join(directory, 'english')
  const archive = { embeds: 'relevant' }
  // one at a time: the same pages each time
  const network = { connections: 1 }
  try {
    await crawlDemo(web, server, thai, { name: 'thai', archive, network, limits: { pages: 120 } })
    const target = { language: 'eng' }
    await crawlDemo(web, server, english, {
      name: 'english',
      target,
      seeds: web.seeds.eng,
      archive,
      network,
      limits: { pages: 80 },
    })
  } finally {
    await server.close()
  }
  const school = await crawlSyllabus(join(directory, 'school'))
  const portal = join(directory, 'portal')
  await buildPortal({ sources: [thai, english, school], out: portal, title: 'School library' })
  return { web, portal, thai, pictured: await choosePage(web, english, portal) }
}

/** With a picture, a style sheet, links that lead on in the library and links that lead out of it. Crawls may differ a little each time. */
async function choosePage(web: DemoWeb, crawl: string, portal: string): Promise<PageEntry> {
  const library = openLibrary(portal)
  const isHere = (url: string): boolean =>
    library.has([url.replace(/^https:/, 'http:'), url.replace(/^http:/, 'https:')]).includes(true)
  try {
    const chosen = (await loggedPages(crawl)).find(({ url, relevant }) => {
      const { page, links, body } = web.answer(url)
      const html = Buffer.from(body).toString('latin1')
      const here = links.filter(isHere).length
      const isRich = html.includes('class="picture"') && html.includes('rel="stylesheet"')
      return relevant && isRich && page?.index === false && here > 1 && links.length - here > 1
    })
    if (chosen === undefined) throw new Error('the crawl has no such page: let it fetch more or fewer')
    return chosen
  } finally {
    library.close()
  }
}

async function crawlSyllabus(directory: string): Promise<string> {
  mkdirSync(directory)
  const web = await serveTopicWeb(7, true)
  try {
    const topics = ['Photosynthesis', 'Volcanoes', 'Democracy']
    writeFileSync(join(directory, 'syllabus.yaml'), JSON.stringify({ subject: 'school', language: 'en', topics }))
    const campaign = writeCampaign(directory, {
      name: 'school',
      target: { syllabus: 'syllabus.yaml' },
      seeds: { search: { searxng: web.searxng, results: 14 } },
      limits: { relevant: 25, pages: 60 },
      archive: { embeds: 'relevant' },
      politeness: { delay: '0s', 'max-crawl-delay': '0s' },
      network: { hosts: { '*': web.origin }, connections: 1 },
      workers: 1,
    })
    const out = join(directory, 'out')
    const { code, stderr } = await runCli('crawl', campaign, '--out', out)
    if (code !== 0) throw new Error(stderr)
    return out
  } finally {
    await web.close()
  }
}
