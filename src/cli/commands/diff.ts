import type { Command } from 'commander'
import type { DiffFlags } from '../diff.js'
import { wholeNumber } from '../options.js'

export function addDiffCommand(program: Command): void {
  program
    .command('diff')
    .description('show what is new, changed and gone between two crawls, archives, portals, or rounds of one crawl')
    .argument(
      '<before>',
      'a crawl (DIR@3: as it was at the end of round 3), a portal, a WARC, ARC or WACZ file, or a directory of such files',
    )
    .argument('[after]', 'the same, later (default: the last round of the crawl is compared with the one before it)')
    .option('--all', 'include pages that the crawl judged irrelevant')
    .option('--html <file>', 'write an HTML page with the changed sentences')
    .option('--force', 'overwrite that page if it exists')
    .option('--most <n>', 'pages to list of each kind; all pages are counted', wholeNumber, 1000)
    .option('--json', 'print one JSON object on standard output at the end')
    .action(async (before: string, after: string | undefined, flags: DiffFlags) =>
      (await import('../diff.js')).diff(before, after, flags),
    )
}
