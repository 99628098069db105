import { Option, type Command } from 'commander'
import { POLICIES } from '../../judge/policy-names.js'
import type { JudgeFlags } from '../judge.js'

export function addJudgeCommand(program: Command): void {
  program
    .command('judge')
    .description('say whether pages are relevant for a campaign, and why')
    .argument('<page...>', 'HTML files, URLs, or archives (WARC, ARC, WACZ)')
    .option('--campaign <file>', 'use the target of this campaign')
    .option('--language <code...>', 'use these languages as the target, without a campaign')
    .option('--language-model <file...>', 'models of "longtail train language", as further target languages')
    .addOption(new Option('--policy <name>', 'rules for languages (docs/languages.md)').choices(POLICIES))
    .option('--render', 'render pages in a browser first, and show what that changes (docs/rendering.md)')
    .option('--json', 'print one JSON object')
    .action(async (inputs: string[], flags: JudgeFlags) => (await import('../judge.js')).judge(inputs, flags))
}
