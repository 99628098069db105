import type { Command } from 'commander'
import { buildPortal, type BuildProgress, type BuildSummary } from '../portal/build/index.js'
import { many } from './many.js'
import { addPortalServeCommand } from './portal-serve.js'
import { runWork } from './work-display.js'

interface BuildFlags {
  out: string
  title?: string
  all?: boolean
  copy?: boolean
  json?: boolean
}

export function addPortalCommand(program: Command): void {
  const portal = program.command('portal').description('a library of crawled pages that works without a network')
  portal
    .command('build')
    .description('make a library from crawls and archives; a second build adds and removes only what changed')
    .argument(
      '<dir...>',
      'directories of crawls (they may be running) or of a syllabus, WARC, ARC or WACZ files, directories of such files',
    )
    .requiredOption('--out <dir>', 'directory of the portal')
    .option('--title <text>', 'its name on all pages (default: the one it has, else that of the crawl)')
    .option('--all', 'pages that a crawl found irrelevant, too')
    .option('--copy', 'bring the archives into the directory of the portal, so that it can be carried away')
    .option('--json', 'print one JSON object with the numbers on standard output at the end')
    .action(async (sources: string[], flags: BuildFlags) => {
      await runWork({
        json: flags.json,
        onInterrupt: 'stopping; the same command goes on from here',
        inShort,
        run: display =>
          buildPortal({
            ...flags,
            sources,
            signal: display.signal,
            onProgress: progress => display.update(inOneLine(progress)),
            onWarning: message => display.note(`warning: ${message}`),
          }),
      })
    })
  addPortalServeCommand(portal)
}

const STAGES: Readonly<Record<BuildProgress['stage'], string>> = {
  reading: 'reading archives',
  extracting: 'reading pages',
  linking: 'following links',
  indexing: 'indexing words',
  finishing: 'finishing',
}

function inOneLine({ stage, done, total, name }: BuildProgress): string {
  const of = total === 0 ? '' : ` ${Math.min(100, Math.floor((done / total) * 100))} %`
  return `${STAGES[stage]}${name === '' ? '' : ` (${name})`}:${of}`
}

function inShort(summary: BuildSummary): string {
  const { pages, sites, topics, captures, added, changed, removed, unchanged, failed, directory } = summary
  const unread = failed === 0 ? '' : `, ${failed} could not be read`
  return (
    `${many(pages, 'page')} of ${many(sites, 'site')}${topics === 0 ? '' : ` in ${many(topics, 'topic')}`}, ${captures} archived addresses\n` +
    `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged${unread}\n` +
    `see it: longtail portal serve ${directory}`
  )
}
