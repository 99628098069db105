import type { Command } from 'commander'
import type { SeedFlags } from '../seeds.js'
import { wholeNumber } from '../options.js'

export function addSeedsCommand(program: Command): void {
  program
    .command('seeds')
    .description('find seeds for a language in crawls and archives of its neighbours (docs/languages.md)')
    .argument('<source...>', 'crawl directories and archives (WARC, WACZ)')
    .option('--language <code...>', 'the target language')
    .option('--language-model <file...>', 'or a language of "longtail train language"')
    .option('--most <n>', 'the largest number of seeds', wholeNumber, 100)
    .option('--out <file>', 'write them to a file for "seeds: {file: …}" instead of printing them')
    .option('--json', 'print one JSON object')
    .action(async (sources: string[], flags: SeedFlags) => (await import('../seeds.js')).seeds(sources, flags))
}
