import type { Command } from 'commander'
import { repeated, wholeNumberFrom0 } from '../options.js'
import type { InstallFlags } from '../portal-install.js'
import type { ServeFlags } from '../portal-serve.js'
import type { BuildFlags } from '../portal.js'
import { addUpdateCommands } from './portal-updates.js'

const DEFAULT_PORT = 8080

export function addPortalCommand(program: Command): void {
  const portal = program.command('portal').description('an offline library of crawled pages')
  portal
    .command('build')
    .description('make a library from crawls and archives; a second build adds and removes only what changed')
    .argument(
      '<dir...>',
      'directories of crawls (they may be running) or of a syllabus, WARC, ARC or WACZ files, directories of such files',
    )
    .requiredOption('--out <dir>', 'directory of the portal')
    .option('--title <text>', 'its name on all pages (default: the one it has, else that of the crawl)')
    .option('--all', 'also pages that the crawl judged irrelevant')
    .option('--copy', 'copy the archives into the directory of the portal, so that you can move it to another machine')
    .option('--json', 'print one JSON object with the numbers on standard output at the end')
    .action(async (sources: string[], flags: BuildFlags) => (await import('../portal.js')).build(sources, flags))
  addServe(portal)
  addInstall(portal)
  addUpdateCommands(portal)
}

function addServe(portal: Command): void {
  portal
    .command('serve')
    .description('serve a portal to browsers: search, topics, archived pages, lessons; needs no network')
    .argument('<dir>', 'directory of the portal: --out of "longtail portal build"')
    .option('--port <n>', 'port to listen on; 0 for any that is free', wholeNumberFrom0, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for a whole network (default: this machine alone)')
    .option('--crawl <dir>', 'also show this crawl, or the crawls of this syllabus; may be given again', repeated)
    .option('--password-file <file>', "file with the administrator's password (or set LONGTAIL_ADMIN_PASSWORD)")
    .option('--local <dir>', 'where to keep lessons and settings (default: in the directory of the portal)')
    .option(
      '--count-readings',
      'count on how many days each page is opened, and nothing about readers, for later crawls',
    )
    .option('--json', 'print one JSON object with the address when it is ready')
    .action(async (directory: string, flags: ServeFlags) =>
      (await import('../portal-serve.js')).serve(directory, flags),
    )
}

function addInstall(portal: Command): void {
  portal
    .command('install')
    .description('show the systemd unit that starts a portal at boot, ask, and write it')
    .argument('<dir>', 'directory of the portal: --out of "longtail portal build"')
    .option('--port <n>', 'port to listen on', wholeNumberFrom0, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for a whole network (default: this machine alone)')
    .option('--crawl <dir>', 'also show this crawl; may be given again', repeated)
    .option('--password-file <file>', "file with the administrator's password")
    .option('--local <dir>', 'where to keep lessons and settings (default: in the directory of the portal)')
    .option('--system', 'for the whole machine, in /etc/systemd/system (default for root)')
    .option('--no-system', 'for your own user')
    .option('--run-as <user>', 'who runs it, with --system (default: the owner of the directory)')
    .option('--name <name>', 'name of the service', 'longtail-portal')
    .option('--yes', 'write it without asking')
    .option('--json', 'print one JSON object at the end: file, written, commands')
    .action(async (directory: string, flags: InstallFlags) =>
      (await import('../portal-install.js')).install(directory, flags),
    )
}
