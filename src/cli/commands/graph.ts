import { Option, type Command } from 'commander'
import { parameterHelp, PRESETS } from '../../graph/generate/presets.js'
import { LINK_CONTEXTS } from '../../graph/web-graph.js'
import type { GenerateFlags, ImportFlags, StatsFlags } from '../graph.js'
import { positiveNumber, repeated, wholeNumber, wholeNumberFrom0 } from '../options.js'

export function addGraphCommand(program: Command): void {
  const graph = program.command('graph').description('make and measure web graphs, on which strategies are simulated')
  addGenerate(graph)
  addImport(graph)
  addStats(graph)
}

function addGenerate(graph: Command): void {
  graph
    .command('generate')
    .description('make a synthetic web whose statistics are those of a real one (docs/calibration.md)')
    .option('--preset <name>', `which web: ${Object.keys(PRESETS).join(', ')}`, 'thai-2004')
    .option('--scale <s>', 'size, as a share of the real web: 1 is 39 million pages for thai-2004', positiveNumber, 0.1)
    .option('--seed <n>', 'random seed: the same number gives the same web', wholeNumberFrom0, 1)
    .requiredOption('--out <file>', 'graph file to write')
    .option('--set <key=value>', 'a parameter of the model, repeatable', repeated)
    .option('--labels <s0|s2>', 'whose language identification: s2 (Tamura 2007) or s0 (Somboonviwat 2006)')
    .option('--threads <n>', 'worker threads; they do not change the graph', wholeNumber)
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
    .argument('<path...>', 'files or directories; together they form one graph')
    .requiredOption('--out <file>', 'graph file to write')
    .option('--language <code...>', 'pages in these languages are relevant')
    .option('--language-model <file...>', 'and pages in languages of "longtail train language"')
    .option('--campaign <file>', "this campaign's target decides what is relevant")
    .option('--relevant <column=value,…>', 'pages with one of these values in a column of a table are relevant')
    .option('--text', 'keep the text of links and the countries of servers, for strategies that learn from them')
    .addOption(
      new Option(
        '--link-context <kind>',
        'the context of a link, for its score: two elements or two words on each side',
      )
        .choices(LINK_CONTEXTS)
        .default('elements'),
    )
    .option('--seed <url|id>', 'where crawls begin, repeatable', repeated)
    .option('--seed-file <file>', 'the same, one per line')
    .option('--json', 'print one JSON object')
    .action(async (paths: string[], flags: ImportFlags) => (await import('../graph.js')).importPaths(paths, flags))
}

function addStats(graph: Command): void {
  graph
    .command('stats')
    .description('measure a graph: every table of the papers (docs/graph-statistics.md)')
    .argument('<graph>', 'graph file')
    .option('--target <language>', 'count pages in this language as relevant, instead of what the graph says')
    .option('--seed <url|id>', 'where distances begin, repeatable (default: the seeds of the graph)', repeated)
    .option('--seed-file <file>', 'the same, one per line')
    .option('--json', 'print one JSON object')
    .action(async (path: string, flags: StatsFlags) => (await import('../graph.js')).showStats(path, flags))
}
