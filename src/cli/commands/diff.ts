import type { Command } from 'commander'
import type { DiffFlags } from '../diff.js'
import { wholeNumber } from '../options.js'

export function addDiffCommand(program: Command): void {
  program
    .command('diff')
    .description('what is new, changed and gone between two crawls, archives or portals')
    .argument('<before>', 'a crawl, a portal, a WARC, ARC or WACZ file, or a directory of such files')
    .argument('<after>', 'the same, later')
    .option('--all', 'pages that a crawl found irrelevant, too')
    .option('--html <file>', 'write a page with the changed sentences')
    .option('--force', 'overwrite the page if it is there already')
    .option('--most <n>', 'pages to list of each kind; all are counted', wholeNumber, 1000)
    .option('--json', 'print one JSON object on standard output at the end')
    .action(async (before: string, after: string, flags: DiffFlags) =>
      (await import('../diff.js')).diff(before, after, flags),
    )
}
