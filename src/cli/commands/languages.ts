import type { Command } from 'commander'

export function addLanguagesCommand(program: Command): void {
  program
    .command('languages')
    .description(
      'list the languages that can be a target, how well they are recognised, and what they are confused with',
    )
    .argument('[code]', 'one language: its ISO 639 code or English name')
    .option('--json', 'print one JSON object')
    .action(async (code: string | undefined, flags: { json?: boolean }) =>
      (await import('../languages.js')).languages(code, flags),
    )
}
