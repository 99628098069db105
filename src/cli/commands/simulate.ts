import type { Command } from 'commander'
import { helpOnRequest, repeated, wholeNumber, wholeNumberFrom0 } from '../options.js'
import type { SimulateFlags } from '../simulate.js'

export async function addSimulateCommand(program: Command): Promise<void> {
  program
    .command('simulate')
    .description(
      'compare strategies on a graph (or recrawl policies, with --changes), using the code of the live crawl',
    )
    .argument('<graph>', 'graph file ("longtail graph generate" and "graph import" make one)')
    .option(
      '--strategy <name>',
      'a strategy, repeatable: name, name:key=value, or a file of your own, ./mine.js (default: all that this graph supports)',
      repeated,
    )
    .option('--max-pages <n>', 'stop each strategy after this many pages', wholeNumber)
    .option('--out <dir>', 'directory for report.html, figures, curves and results; finished runs are reused')
    .option('--target <language>', 'count pages in this language as relevant, instead of what the graph says')
    .option(
      '--seed <url|id>',
      'page where crawls begin, repeatable (default: the seeds of the graph); with --changes: the random seed, a number',
      repeated,
    )
    .option('--seed-file <file>', 'file of such pages, one per line')
    .option('--inherit-unknown', 'tell strategies that a page of unknown language is as relevant as its parent')
    .option(
      '--warm-start <file>',
      'model of an earlier crawl, or of "longtail train", for its strategy; repeatable',
      repeated,
    )
    .option('--network <key=value,…>', 'also simulate a network, to plot coverage against hours')
    .option(
      '--partitions <n>',
      'split the crawl by domain into this many parts, each with its own strategy',
      wholeNumber,
    )
    .option(
      '--delay <pages>',
      'with --partitions: messages between parts arrive this many pages later',
      wholeNumberFrom0,
    )
    .option(
      '--changes [model]',
      'compare recrawl policies instead of strategies, on a web whose pages appear, change and vanish; write it after the graph',
    )
    .option('--policies <list>', 'with --changes: recrawl policies, separated by commas (default: all)')
    .option('--days <n>', 'with --changes: simulated days (default: 365)', wholeNumber)
    .option(
      '--budget <list>',
      'with --changes: downloads per day in percent of the pages, separated by commas (default: 1%,5%,20%)',
    )
    .option('--every <days>', 'with --changes: days from one round to the next (default: 1)', wholeNumber)
    .option('--workers <n>', 'strategies to run at the same time (default: one per core)', wholeNumber)
    .option('--no-stats', 'leave the statistics of the graph out of the report')
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .addHelpText('after', await helpOnRequest('simulate', keysOfFlags))
    .action(async (path: string, flags: SimulateFlags) => (await import('../simulate.js')).simulate(path, flags))
}

async function keysOfFlags(): Promise<string> {
  const { networkHelp } = await import('../../simulate/network-model.js')
  const { changesHelp } = await import('../../simulate/changes/change-model.js')
  const { recrawlPolicyHelp } = await import('../../recrawl/index.js')
  const network = `Keys for --network, with their defaults:\n${networkHelp()}`
  const changes = `${recrawlPolicyHelp()}\n  oracle: change-rate with the true rates, which only a simulation knows: the ceiling`
  return ['', '"longtail strategies" lists the strategies.', network, changesHelp(), changes].join('\n\n')
}
