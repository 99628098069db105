import type { Command } from 'commander'
import type { DashboardFlags } from '../dashboard.js'
import { wholeNumberFrom0 } from '../options.js'

const DEFAULT_PORT = 8081

export function addDashboardCommand(program: Command): void {
  program
    .command('dashboard')
    .description('watch crawls in a browser, without a portal; serves /metrics for Prometheus (docs/dashboard.md)')
    .argument(
      '<dir...>',
      'crawl directories, the directory of a syllabus, or campaign files of crawls that have not begun',
    )
    .option('--port <n>', 'port to listen on; 0 for any free port', wholeNumberFrom0, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 to serve the whole network (default: only this machine)')
    .option(
      '--password-file <file>',
      'file with a password of at least 8 characters, which lets an administrator start, stop and pause crawls (or set LONGTAIL_ADMIN_PASSWORD)',
    )
    .option('--json', 'print one JSON object with the address when it is ready')
    .action(async (places: string[], flags: DashboardFlags) =>
      (await import('../dashboard.js')).serveDashboard(places, flags),
    )
}
