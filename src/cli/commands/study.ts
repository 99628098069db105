import type { Command } from 'commander'
import { positiveNumber, wholeNumber } from '../options.js'
import type { StudyFlags } from '../study.js'

export function addStudyCommand(program: Command): void {
  program
    .command('study')
    .description(
      'make the figures of a study by one command: graph, strategies and figures stand in a file (docs/studies.md)',
    )
    .argument('<file>', 'study file (YAML); studies/ has those of the papers that Longtail comes from')
    .option('--out <dir>', 'write report.html, figures and curves here (default: a folder named as the file)')
    .option('--scale <s>', 'size of the generated graph, instead of that in the file', positiveNumber)
    .option('--workers <n>', 'strategies that run at the same time (default: one per core)', wholeNumber)
    .option('--json', 'print one JSON object on standard output at the end; progress goes to standard error')
    .action(async (file: string, flags: StudyFlags) => (await import('../study.js')).study(file, flags))
}
