import { Argument, type Command } from 'commander'

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: string) => (await import('../completion.js')).completion(shell))
}
