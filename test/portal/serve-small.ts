/** A small portal, really built and really served, for tests that speak HTTP to it. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadTexts } from '../../src/demo/texts.js'
import { random } from '../../src/demo/random.js'
import { buildPortal } from '../../src/portal/build/build.js'
import { startPortal, type PortalOptions, type RunningPortal } from '../../src/portal/server/index.js'
import { temporaryDirectory } from '../crawl/run-cli.js'
import { pageOf, writeArchive, type ArchivedPage } from './small-archive.js'

export const PASSWORD = 'a password for tests'

export interface SmallPortal {
  readonly portal: RunningPortal
  readonly directory: string
  /** Without a slash at the end. */
  readonly origin: string
  close(): Promise<void>
}

/** Pages about rights in English and Thai, real text; two near copies; a picture; a page about lava. */
export function smallPages(): ArchivedPage[] {
  const draw = random('small library')
  const english = loadTexts('eng')
  const thai = loadTexts('tha')
  const pages: ArchivedPage[] = []
  for (let i = 0; i < 12; i++)
    pages.push({
      url: `http://rights${i % 3}.example/page-${i}`,
      body: pageOf(`Rights, part ${i}`, english.paragraphs(0.2, draw), [
        `/page-${i + 3}`,
        'http://lava.example/volcano',
      ]),
    })
  for (let i = 0; i < 6; i++)
    pages.push({
      url: `http://thai.example/page-${i}`,
      body: pageOf(`สิทธิมนุษยชน ${i}`, thai.paragraphs(0.2, draw)),
    })
  const lava = [
    'A volcano is a rupture in the crust of the Earth that lets hot lava, ash and gases escape from below the surface.',
    'Lava flows cool down and become rock. Geologists compare the rock of many eruptions to learn about the mantle.',
  ]
  pages.push({ url: 'http://lava.example/volcano', body: pageOf('Volcanoes <and> lava', lava) })
  pages.push({ url: 'http://lava.example/print/volcano', body: pageOf('Volcanoes and lava', lava) })
  return pages
}

export async function serveSmall(options: Partial<PortalOptions> = {}): Promise<SmallPortal> {
  const root = temporaryDirectory('server')
  const directory = join(root, 'portal')
  mkdirSync(root, { recursive: true })
  writeArchive(join(root, 'small.warc'), smallPages())
  await buildPortal({ sources: [join(root, 'small.warc')], out: directory, title: 'Small library' })
  const portal = await startPortal({ directory, port: 0, password: PASSWORD, ...options })
  return {
    portal,
    directory,
    origin: portal.url.slice(0, -1),
    async close() {
      await portal.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
