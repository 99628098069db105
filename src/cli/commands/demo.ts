import type { Command } from 'commander'
import type { DemoFlags } from '../demo.js'
import { wholeNumber, wholeNumberFrom0 } from '../options.js'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'crawl a small web on this machine for one language, once breadth-first and once focused, and open what was found as a portal; needs no network',
    )
    .option('--language <code>', 'the language wanted: one of those of the demo web', 'tha')
    .option('--pages <n>', 'pages each crawl may fetch', wholeNumber, 500)
    .option('--out <dir>', 'where to keep the crawls (default: a temporary directory, removed at the end)')
    .option(
      '--port <n>',
      'port of the portal, or of the web with --web-only; 0 for any free one (default: 8080, or a free one if that is taken)',
      wholeNumberFrom0,
    )
    .option(
      '--web-only',
      'crawl nothing: serve the demo web for crawls of your own, on a free port unless --port is given',
    )
    .option('--no-serve', 'end when the portal is built, instead of keeping it and the demo web up for you to try')
    .option('--json', 'print one JSON object on standard output at the end')
    .action(async (flags: DemoFlags) =>
      flags.webOnly === true
        ? (await import('../demo-web.js')).serveDemoWebOnly(flags)
        : (await import('../demo.js')).demo(flags),
    )
}
