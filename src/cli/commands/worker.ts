import { Option, type Command } from 'commander'
import type { WorkerFlags } from '../worker.js'
import { wholeNumber } from '../options.js'

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('join a crawl that "longtail crawl --processes" or "--join" started')
    .addOption(
      new Option(
        '--join <address>',
        'the Redis of the crawl: redis://HOST:PORT, rediss://…, redis+cluster://HOST:PORT,…, or the path of its socket',
      )
        .env('LONGTAIL_JOIN')
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--store <place>',
      'where the crawl is: a directory that all workers can reach, or s3://BUCKET/PREFIX (server and keys: AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY)',
    )
    .option('--work <dir>', 'with s3://…: a private directory for what is not uploaded yet (default: a temporary one)')
    .option('--expected <n>', 'the number of workers that will join, including this one', wholeNumber)
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .action(async (flags: WorkerFlags) => (await import('../worker.js')).work(flags))
}
