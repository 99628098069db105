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
    .option('--all', 'include pages that the crawl judged irrelevant')
    .option('--round <n>', 'only the new and changed pages of this round of the crawl', wholeNumber)
    .option('--force', 'overwrite an earlier export')
    .option('--json', 'print one JSON object with the numbers on standard output at the end')
}

const SINCE = 'only pages that are new or changed since this round (3) or date (2026-11-30, UTC)'

function addExportWacz(parent: Command): void {
  addExport(
    parent,
    'wacz',
    'write the archives with an index and a list of pages into one WACZ file, for ReplayWeb.page and pywb',
    'WACZ file',
  )
    .option('--title <text>', 'name of the collection (default: that of the crawl)')
    .option('--description <text>', 'description of the collection, in Markdown')
    .option('--split <size>', 'write several files of at most this size (4GB), and a list of them (.json)', byteSize)
    .option('--no-text', 'leave the text out of the list of pages: smaller, but readers can search titles only')
    .option('--since <round|date>', SINCE)
    .option('--with-unchanged', 'with --round or --since: include pages that were requested again and had not changed')
    .option('--main-page <url>', 'page that readers see first (default: the first seed)')
    .action(async (sources: string[], flags: WaczFlags) =>
      (await import('../export-wacz.js')).exportToWacz(sources, flags),
    )
}

function byteSize(value: string): number {
  const bytes = parseBytes(value)
  if (bytes === null || bytes < 1) throw new InvalidArgumentError('Expected a size such as 700MB or 4GB.')
  return bytes
}

function addExportZim(parent: Command): void {
  addExport(
    parent,
    'zim',
    'write one ZIM file for Kiwix, on telephones and hotspots: pages, topics, lessons, search',
    'ZIM file to write',
  )
    .option('--since <round|date>', SINCE)
    .option('--title <text>', 'its name, at most 30 characters (default: that of the portal or crawl)')
    .option('--description <text>', 'one line, at most 80 characters')
    .option('--name <id>', 'identifier that stays the same in all versions, such as longtail_biology_eng')
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
    'write clean text, one object per page, for language models and linguists: JSONL, Parquet or WET, with a datasheet',
    'a directory, or a file that ends in .jsonl.zst, .jsonl.gz, .jsonl, .parquet or .warc.wet.gz',
  )
    .option(
      '--since <round|date|corpus>',
      `${SINCE}; or pages that are not in this earlier corpus; repeatable`,
      repeated,
    )
    .option('--format <forms>', 'jsonl, parquet, wet, or several, separated by commas (default: jsonl,parquet)', one =>
      listIn(FORMS, one),
    )
    .option('--wet', 'write WET as well')
    .addOption(new Option('--compress <how>', 'compression of JSONL (default: zstd)').choices(['zstd', 'gzip', 'none']))
    .option('--language <code>', 'only pages in this language; repeatable', repeated)
    .option(
      '--by-paragraph',
      'with --language: take the paragraphs in that language from every page, whatever the language of the page',
    )
    .option(
      '--min-share <share>',
      'only pages with at least this share of their text in their main language, 0…1',
      shareIn,
    )
    .option('--min-chars <n>', 'only pages with at least this many characters of text', wholeNumber)
    .addOption(
      new Option('--dedupe <how>', 'leave out repeated pages and paragraphs: exact copies, or near ones as well')
        .choices(['none', 'exact', 'near'])
        .default('none'),
    )
    .option('--keep-short', 'keep short paragraphs (headings, dates, refrains), however often they are repeated')
    .option('--skip-reserved', 'leave out pages that reserve such use: noai, tdm-reservation')
    .option('--quality <recipes>', 'only pages that pass the rules of gopher, fineweb, or gopher,fineweb', one =>
      listIn(QUALITY_RECIPES, one),
    )
    .option(
      '--mask <kinds>',
      'mask personal data in texts and titles: email, phone, card, or several, separated by commas',
      one => listIn(MASKS, one),
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
      throw new InvalidArgumentError(`Expected ${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}.`)
    return name
  })
}

function shareIn(written: string): number {
  const share = Number(written)
  if (!/^\d*\.?\d+$/.test(written) || share > 1) throw new InvalidArgumentError('Expected a number from 0 to 1.')
  return share
}
