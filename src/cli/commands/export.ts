import { InvalidArgumentError, Option, type Command } from 'commander'
import { parseBytes } from '../../campaign/units.js'
import { MASKS } from '../../export/corpus/masks.js'
import { QUALITY_RECIPES } from '../../export/corpus/quality-rules.js'
import type { CorpusFlags } from '../export-corpus.js'
import type { WaczFlags } from '../export-wacz.js'
import type { ZimFlags } from '../export-zim.js'
import { repeated, wholeNumber } from '../options.js'

export function addExportCommand(program: Command): void {
  const parent = program.command('export').description('write a crawl for other tools: WACZ, ZIM or a corpus of text')
  addExportWacz(parent)
  addExportZim(parent)
  addExportCorpus(parent)
}

/** `export NAME <dir...> --out F` with the flags of all exports. */
function addExport(parent: Command, name: string, description: string, out: string): Command {
  return parent
    .command(name)
    .description(description)
    .argument(
      '<dir...>',
      'directories of crawls (they may be running; DIR@3: as it was at the end of round 3), syllabi or portals, WARC, ARC or WACZ files, directories of such files',
    )
    .requiredOption('--out <path>', out)
    .option('--all', 'pages that a crawl found irrelevant, too')
    .option('--round <n>', 'only what this round of the crawl brought: new and changed pages', wholeNumber)
    .option('--force', 'overwrite what is there already')
    .option('--json', 'print one JSON object with the numbers on standard output at the end')
}

const SINCE = 'only what was new or changed after this round (3), or from this date on (2026-11-30, UTC)'

function addExportWacz(parent: Command): void {
  addExport(parent, 'wacz', 'the archives with an index and a list of pages, for ReplayWeb.page and pywb', 'WACZ file')
    .option('--title <text>', 'name of the collection (default: that of the crawl)')
    .option('--description <text>', 'what it holds, in Markdown')
    .option('--split <size>', 'several files of at most this size (4GB) and a list of them (.json)', byteSize)
    .option('--no-text', 'no text in the list of pages: smaller, but only titles can be searched')
    .option('--since <round|date>', SINCE)
    .option('--with-unchanged', 'with --round or --since: pages that were visited and had not changed, too')
    .option('--main-page <url>', 'the first page that readers see (default: the first seed)')
    .action(async (sources: string[], flags: WaczFlags) =>
      (await import('../export-wacz.js')).exportToWacz(sources, flags),
    )
}

function byteSize(value: string): number {
  const bytes = parseBytes(value)
  if (bytes === null || bytes < 1) throw new InvalidArgumentError('expected a size such as 700MB or 4GB.')
  return bytes
}

function addExportZim(parent: Command): void {
  addExport(
    parent,
    'zim',
    'one file for Kiwix, on telephones and hotspots: pages, topics, lessons, search',
    'the ZIM file',
  )
    .option('--since <round|date>', SINCE)
    .option('--title <text>', 'its name, at most 30 characters (default: that of the portal or crawl)')
    .option('--description <text>', 'one line, at most 80 characters')
    .option('--name <id>', 'identifier that is the same in all versions, such as longtail_biology_eng')
    .option('--creator <text>', 'who made the pages (default: the largest sites)')
    .option('--publisher <text>', 'who publishes this file (default: Longtail)')
    .option('--language <codes>', 'ISO 639-3, most important first: tha,eng (default: as found in the pages)')
    .option('--tags <list>', 'separated by semicolons')
    .option('--illustration <file>', 'a PNG of 48 by 48 pixels')
    .option('--date <day>', 'YYYY-MM-DD (default: today); with it, the same sources give the same file')
    .option('--interface <language>', 'language of menus and notes: en, th, sw or hi (default: that of most pages)')
    .option('--lessons', 'include the published lessons of the portal')
    .option('--lesson-file <file...>', 'include lessons that were saved as files')
    .action(async (sources: string[], flags: ZimFlags) =>
      (await import('../export-zim.js')).exportToZim(sources, flags),
    )
}

function addExportCorpus(parent: Command): void {
  addExport(
    parent,
    'corpus',
    'clean text, one object per page, for language models and linguists: JSONL, Parquet, WET, with a datasheet',
    'a directory, or a file that ends in .jsonl.zst, .jsonl.gz, .jsonl, .parquet or .warc.wet.gz',
  )
    .option(
      '--since <round|date|corpus>',
      `${SINCE}; or what is not in a corpus that was exported before; may be given several times`,
      repeated,
    )
    .option('--format <forms>', 'jsonl, parquet, wet, or several with commas (default: jsonl,parquet)', one =>
      listIn(FORMS, one),
    )
    .option('--wet', 'WET besides the other forms')
    .addOption(new Option('--compress <how>', 'of JSONL (default: zstd)').choices(['zstd', 'gzip', 'none']))
    .option('--language <code>', 'only pages in this language; may be given several times', repeated)
    .option('--by-paragraph', 'with --language: of every page the paragraphs in it, whatever the page is in')
    .option('--min-share <share>', 'only pages with at least this share of their text in their language, 0…1', shareIn)
    .option('--min-chars <n>', 'only pages with at least this many characters of text', wholeNumber)
    .addOption(
      new Option('--dedupe <how>', 'leave out repeated pages and paragraphs: exact, or near for nearly equal ones, too')
        .choices(['none', 'exact', 'near'])
        .default('none'),
    )
    .option('--keep-short', 'short paragraphs (headings, dates, refrains) stay, however often they are repeated')
    .option('--skip-reserved', 'leave out pages that ask not to be used for this: noai, tdm-reservation')
    .option('--quality <recipes>', 'only pages that keep to the rules of gopher, fineweb, or both with a comma', one =>
      listIn(QUALITY_RECIPES, one),
    )
    .option('--mask <kinds>', 'replace email, phone, card, or several with commas, in texts and titles', one =>
      listIn(MASKS, one),
    )
    .action(async (sources: string[], flags: CorpusFlags) =>
      (await import('../export-corpus.js')).exportToCorpus(sources, flags),
    )
}

const FORMS = ['jsonl', 'parquet', 'wet'] as const

/** Names with commas between them. */
function listIn<Name extends string>(names: readonly Name[], written: string): Name[] {
  return written.split(',').map(part => {
    const name = names.find(one => one === part.trim().toLowerCase())
    if (name === undefined)
      throw new InvalidArgumentError(`${names.slice(0, -1).join(', ')} or ${names[names.length - 1]} is wanted.`)
    return name
  })
}

function shareIn(written: string): number {
  const share = Number(written)
  if (!/^\d*\.?\d+$/.test(written) || share > 1) throw new InvalidArgumentError('a number from 0 to 1 is wanted.')
  return share
}
