import { Option, type Command } from 'commander'
import { parameterHelp, PRESETS } from '../../graph/generate/presets.js'
import { LINK_CONTEXTS } from '../../graph/web-graph.js'
import type { GenerateFlags, ImportFlags, StatsFlags } from '../graph.js'
import { positiveNumber, repeated, wholeNumber, wholeNumberFrom0 } from '../options.js'

export function addGraphCommand(program: Command): void {
  const graph = program.command('graph').description('make and measure web graphs, the input of "longtail simulate"')
  addGenerate(graph)
  addImport(graph)
  addStats(graph)
}

function addGenerate(graph: Command): void {
  graph
    .command('generate')
    .description('generate a synthetic web with the statistics of a real one (docs/calibration.md)')
    .option('--preset <name>', `which web: ${Object.keys(PRESETS).join(', ')}`, 'thai-2004')
    .option('--scale <s>', 'size as a share of the real web; for thai-2004, 1 is 39 million pages', positiveNumber, 0.1)
    .option('--seed <n>', 'random seed: the same number gives the same web', wholeNumberFrom0, 1)
    .requiredOption('--out <file>', 'graph file to write')
    .option('--set <key=value>', 'a parameter of the model, repeatable', repeated)
    .option('--labels <s0|s2>', 'language labels: s2 (Tamura 2007) or s0 (Somboonviwat 2006)')
    .option('--threads <n>', 'worker threads; the graph does not depend on them', wholeNumber)
    .option('--json', 'print one JSON object')
    .addHelpText('after', () => Object.keys(PRESETS).filter(isFirstOfModel).map(helpOf).join('\n'))
    .action(async (flags: GenerateFlags) => (await import('../graph.js')).generate(flags))
}

/** Presets of one model have the same parameters. */
function isFirstOfModel(name: string, _: number, names: readonly string[]): boolean {
  return names.find(other => PRESETS[other].model === PRESETS[name].model) === name
}

function helpOf(name: string): string {
  return `\nParameters for --set, with the values of ${name} (${PRESETS[name].summary}):\n${parameterHelp(name)}`
}

function addImport(graph: Command): void {
  graph
    .command('import')
    .description(
      'make a graph from crawl directories, archives (WARC, ARC, WACZ), WAT, or tables (docs/graph-import.md)',
    )
    .argument('<path...>', 'files or directories, which become one graph')
    .requiredOption('--out <file>', 'graph file to write')
    .option('--language <code...>', 'pages in these languages are relevant')
    .option(
      '--language-model <file...>',
      'pages in the language of this model of "longtail train language" are relevant, too',
    )
    .option('--campaign <file>', 'pages that match the target of this campaign are relevant')
    .option('--relevant <column=value,…>', 'pages with one of these values in a column of a table are relevant')
    .option('--text', 'keep the words of links and the countries of servers, for strategies that learn from them')
    .addOption(
      new Option(
        '--link-context <kind>',
        'words beside a link that count for its score: two elements, or two words, on each side',
      )
        .choices(LINK_CONTEXTS)
        .default('elements'),
    )
    .option('--seed <url|id>', 'page where crawls begin, repeatable', repeated)
    .option('--seed-file <file>', 'file of such pages, one per line')
    .option('--json', 'print one JSON object')
    .action(async (paths: string[], flags: ImportFlags) => (await import('../graph.js')).importPaths(paths, flags))
}

function addStats(graph: Command): void {
  graph
    .command('stats')
    .description('print the statistics of a graph: every table of the papers (docs/graph-statistics.md)')
    .argument('<graph>', 'graph file')
    .option('--target <language>', 'count pages in this language as relevant, instead of what the graph says')
    .option(
      '--seed <url|id>',
      'page from which distances are measured, repeatable (default: the seeds of the graph)',
      repeated,
    )
    .option('--seed-file <file>', 'file of such pages, one per line')
    .option('--json', 'print one JSON object')
    .action(async (path: string, flags: StatsFlags) => (await import('../graph.js')).showStats(path, flags))
}
