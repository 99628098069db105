import { Option, type Command } from 'commander'
import { POLICIES } from '../../judge/policy-names.js'
import type { JudgeFlags } from '../judge.js'

export function addJudgeCommand(program: Command): void {
  program
    .command('judge')
    .description('say of pages whether a campaign wants them, and why')
    .argument('<page...>', 'HTML files, URLs, or archives (WARC, ARC, WACZ)')
    .option('--campaign <file>', 'the campaign whose target judges')
    .option('--language <code...>', 'judge for these languages without a campaign')
    .addOption(new Option('--policy <name>', 'how to judge (docs/languages.md)').choices(POLICIES))
    .option('--json', 'print one JSON object')
    .action(async (inputs: string[], flags: JudgeFlags) => (await import('../judge.js')).judge(inputs, flags))
}
