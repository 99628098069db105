import type { Command } from 'commander'
import type { DemoFlags } from '../demo.js'
import { wholeNumber, wholeNumberFrom0 } from '../options.js'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description(
      'crawl a small web on this machine, breadth-first and focused, and serve the result as a portal; needs no network',
    )
    .option('--language <code>', 'the target, one of the languages of the demo web', 'tha')
    .option('--pages <n>', 'pages to fetch in each crawl', wholeNumber, 500)
    .option('--out <dir>', 'where to keep the crawls (default: a temporary directory, removed at the end)')
    .option(
      '--port <n>',
      'port of the portal, or with --web-only of the demo web; 0 for any free port (default: 8080, or a free port if that is in use)',
      wholeNumberFrom0,
    )
    .option('--web-only', 'only serve the demo web, for crawls of your own; on a free port unless --port is given')
    .option('--no-serve', 'stop when the portal is built, instead of serving it')
    .option('--json', 'print one JSON object on standard output at the end')
    .action(async (flags: DemoFlags) =>
      flags.webOnly === true
        ? (await import('../demo-web.js')).serveDemoWebOnly(flags)
        : (await import('../demo.js')).demo(flags),
    )
}
