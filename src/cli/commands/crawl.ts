import type { Command } from 'commander'
import type { CrawlFlags } from '../crawl.js'
import { durationMs, helpOnRequest, wholeNumber } from '../options.js'

export async function addCrawlCommand(program: Command): Promise<void> {
  program
    .command('crawl')
    .description('crawl, or go on where an earlier run of the same command stopped')
    .argument('<campaign>', 'campaign file (YAML or JSON); "longtail init" writes one')
    .argument('[url...]', 'with --dry-run: URLs of which to say whether they would be fetched, and why')
    .option('--out <dir>', 'directory of the crawl (default: the name of the campaign, beside its file)')
    .option('--strategy <name>', 'which link next; parameters as name:key=value,key=value')
    .option('--max-pages <n>', 'stop after this many pages, over all runs; of a syllabus, each topic', wholeNumber)
    .option('--max-time <s>', 'stop this run after this long: seconds, or 30min, 12h', durationMs)
    .option('--workers <n>', 'analysis threads', wholeNumber)
    .option('--seed-file <file>', 'seeds, one URL per line, instead of those of the campaign')
    .option('--frontier <kind>', 'disk or memory')
    .option(
      '--dry-run',
      'say what would be asked for first, which seeds answer and what robots.txt says; write nothing',
    )
    .option('--skip-vague', 'leave out topics of a syllabus that are too vague to be crawled')
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .addHelpText('after', await helpOnRequest('crawl', strategies))
    .action(async (path: string, urls: string[], flags: CrawlFlags) =>
      (await import('../crawl.js')).crawl(path, flags, urls),
    )
}

async function strategies(): Promise<string> {
  const { strategyHelp } = await import('../../strategy/index.js')
  return `\n${strategyHelp('crawl')}`
}
