import type { Command } from 'commander'
import type { ReportFlags } from '../report.js'

export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('write an HTML report of a crawl: harvest, coverage estimate, languages, hosts, failures, plots')
    .argument('<dir>', 'directory of the crawl; it may be running')
    .option('--out <file>', 'file to write (default: report.html in the directory of the crawl)')
    .option('--figures <dir>', 'also write the figures as SVG files')
    .option('--json', 'print one JSON object with the numbers on standard output at the end')
    .action(async (directory: string, flags: ReportFlags) => (await import('../report.js')).report(directory, flags))
}
