import type { Command } from 'commander'
import type { DashboardFlags } from '../dashboard.js'
import { wholeNumberFrom0 } from '../options.js'

const DEFAULT_PORT = 8081

export function addDashboardCommand(program: Command): void {
  program
    .command('dashboard')
    .description('watch crawls in a browser, and /metrics for Prometheus, without a portal (docs/dashboard.md)')
    .argument('<dir...>', 'directories of crawls or of a syllabus, or campaign files of crawls that have not begun')
    .option('--port <n>', 'port to listen on; 0 for any that is free', wholeNumberFrom0, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for a whole network (default: this machine alone)')
    .option(
      '--password-file <file>',
      'file with a password of at least 8 characters: whoever knows it starts, stops and pauses crawls (or set LONGTAIL_ADMIN_PASSWORD)',
    )
    .option('--json', 'print one JSON object with the address when it is ready')
    .action(async (places: string[], flags: DashboardFlags) =>
      (await import('../dashboard.js')).serveDashboard(places, flags),
    )
}
