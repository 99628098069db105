import type { Command } from 'commander'
import { positiveNumber, wholeNumber } from '../options.js'
import type { StudyFlags } from '../study.js'

export function addStudyCommand(program: Command): void {
  program
    .command('study')
    .description('make the figures of a study file, which says which graph, strategies and figures (docs/studies.md)')
    .argument('<file>', 'study file (YAML); studies/ has one for each paper that Longtail builds on')
    .option('--out <dir>', 'directory for report.html, figures and curves (default: named after the file)')
    .option('--scale <s>', 'size of the generated graph, instead of that in the file', positiveNumber)
    .option('--workers <n>', 'strategies to run at the same time (default: one per core)', wholeNumber)
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .action(async (file: string, flags: StudyFlags) => (await import('../study.js')).study(file, flags))
}
