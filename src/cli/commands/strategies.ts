import type { Command } from 'commander'

export function addStrategiesCommand(program: Command): void {
  program
    .command('strategies')
    .description('list the strategies of "crawl" and "simulate" and their parameters')
    .argument('[name]', 'one strategy')
    .action(async (name?: string) => {
      const { strategyHelp } = await import('../../strategy/index.js')
      console.log(strategyHelp(name))
    })
}
