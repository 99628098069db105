import { Option, type Command } from 'commander'
import type { CrawlFlags } from '../crawl.js'
import { durationMs, wholeNumber } from '../options.js'

export function addCrawlCommand(program: Command): void {
  program
    .command('crawl')
    .description('start a crawl, or resume it where it stopped')
    .argument('<campaign>', 'campaign file (YAML or JSON); "longtail init" writes one')
    .argument('[url...]', 'with --dry-run: say whether these URLs would be fetched, and why')
    .option('--out <dir>', 'directory of the crawl (default: the name of the campaign, beside its file)')
    .option(
      '--strategy <name>',
      'how to choose the next link: name, name:key=value,key=value, or a file of your own, ./mine.js',
    )
    .option('--max-pages <n>', 'stop after this many pages, over all runs; for a syllabus, per topic', wholeNumber)
    .option('--max-time <s>', 'stop this run after this time: seconds, or 30min, 12h', durationMs)
    .option('--workers <n>', 'analysis threads', wholeNumber)
    .option('--seed-file <file>', 'file of seeds, one URL per line; replaces the seeds of the campaign')
    .option('--frontier <kind>', 'disk or memory; redis://… is another name for --join')
    .option(
      '--processes <n>',
      'split the crawl into 64 partitions and run this many processes; starts Redis unless --join is given',
      wholeNumber,
    )
    .addOption(
      new Option(
        '--join <address>',
        'the Redis that connects the processes: redis://HOST:PORT, rediss://…, redis+cluster://HOST:PORT,…, or the path of a socket',
      ).env('LONGTAIL_JOIN'),
    )
    .option(
      '--store <address>',
      'crawl in 64 partitions and keep them in s3://BUCKET/PREFIX; server and keys: AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY',
    )
    .option(
      '--from <dir>',
      'first convert this crawl: from 1 partition to 64 (with --processes or --join), or from 64 to 1',
    )
    .option(
      '--again',
      'begin the next round: request known pages again and store what changed; an unfinished round is finished first',
    )
    .option('--watch', 'keep running, and begin a round every recrawl.every of the campaign')
    .option('--dry-run', 'show what would be fetched first, which seeds answer and what robots.txt says; write nothing')
    .option('--skip-vague', 'skip topics of a syllabus that are too vague to be crawled')
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .addHelpText('after', '\n"longtail strategies" lists the strategies.')
    .action(async (path: string, urls: string[], flags: CrawlFlags) =>
      (await import('../crawl.js')).crawl(path, flags, urls),
    )
}
