import type { Command } from 'commander'
import { helpOnRequest, repeated, wholeNumber } from '../options.js'
import type { SimulateFlags } from '../simulate.js'

export async function addSimulateCommand(program: Command): Promise<void> {
  program
    .command('simulate')
    .description('run strategies on a graph, side by side, with the code of the live crawl')
    .argument('<graph>', 'graph file ("longtail graph generate" and "graph import" make one)')
    .option(
      '--strategy <name>',
      'a strategy, repeatable; parameters as name:key=value (default: all that the graph is enough for)',
      repeated,
    )
    .option('--max-pages <n>', 'stop each strategy after this many pages', wholeNumber)
    .option('--out <dir>', 'write report.html, figures, curves and results here; finished runs are found again')
    .option('--target <language>', 'count pages in this language as relevant, instead of what the graph says')
    .option('--seed <url|id>', 'where crawls begin, repeatable (default: the seeds of the graph)', repeated)
    .option('--seed-file <file>', 'the same, one per line')
    .option('--inherit-unknown', 'a page without a language counts as relevant to the strategy when its parent did')
    .option('--warm-start <file>', 'a model of an earlier crawl or of "train" for its strategy, repeatable', repeated)
    .option('--network <key=value,…>', 'simulate a network as well, so that coverage is drawn against hours')
    .option('--workers <n>', 'strategies that run at the same time (default: one per core)', wholeNumber)
    .option('--no-stats', 'leave the statistics of the graph out of the report')
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .addHelpText('after', await helpOnRequest('simulate', strategiesAndKeys))
    .action(async (path: string, flags: SimulateFlags) => (await import('../simulate.js')).simulate(path, flags))
}

async function strategiesAndKeys(): Promise<string> {
  const { strategyHelp } = await import('../../strategy/index.js')
  const { networkHelp } = await import('../../simulate/network-model.js')
  return `\n${strategyHelp('graph')}\n\nKeys for --network, with their defaults:\n${networkHelp()}`
}
