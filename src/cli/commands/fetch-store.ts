import type { Command } from 'commander'
import type { FetchStoreFlags } from '../fetch-store.js'

export function addFetchStoreCommand(program: Command): void {
  program
    .command('fetch-store')
    .description('copy a crawl from a bucket (crawl --store s3://…) to a directory that all other commands can read')
    .argument(
      '<address>',
      's3://BUCKET/PREFIX; server and keys: AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY',
    )
    .requiredOption('--out <dir>', 'directory to write; archives that are already there are not fetched again')
    .action(async (address: string, flags: FetchStoreFlags) =>
      (await import('../fetch-store.js')).fetchInto(address, flags),
    )
}
