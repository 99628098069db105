import type { Command } from 'commander'
import type { SeedFlags } from '../seeds.js'
import { wholeNumber } from '../options.js'

export function addSeedsCommand(program: Command): void {
  program
    .command('seeds')
    .description('find seeds for a language in crawls and archives of neighbouring languages (docs/languages.md)')
    .argument('<source...>', 'crawl directories or archives (WARC, WACZ)')
    .option('--language <code...>', 'the target language')
    .option('--language-model <file...>', 'or a model of "longtail train language"')
    .option('--most <n>', 'most seeds to list', wholeNumber, 100)
    .option('--out <file>', 'file to write, for "seeds: {file: …}", instead of standard output')
    .option('--json', 'print one JSON object')
    .action(async (sources: string[], flags: SeedFlags) => (await import('../seeds.js')).seeds(sources, flags))
}
