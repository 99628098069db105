import type { Command } from 'commander'
import type { DemoFlags } from '../demo.js'
import { wholeNumber, wholeNumberFrom0 } from '../options.js'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'crawl a small web on this machine for one language, once breadth-first and once focused, and serve the pages as a portal; needs no network',
    )
    .option('--language <code>', 'the target: one of the languages of the demo web', 'tha')
    .option('--pages <n>', 'limit of pages for each crawl', wholeNumber, 500)
    .option('--out <dir>', 'where to keep the crawls (default: a temporary directory, removed at the end)')
    .option(
      '--port <n>',
      'port of the portal, or of the web with --web-only; 0 for any free one (default: 8080, or a free one if that is taken)',
      wholeNumberFrom0,
    )
    .option('--web-only', 'only serve the demo web, for your own crawls; on a free port unless --port is given')
    .option('--no-serve', 'stop when the portal is built; do not serve it')
    .option('--json', 'print one JSON object on standard output at the end')
    .action(async (flags: DemoFlags) =>
      flags.webOnly === true
        ? (await import('../demo-web.js')).serveDemoWebOnly(flags)
        : (await import('../demo.js')).demo(flags),
    )
}
