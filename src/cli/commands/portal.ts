import type { Command } from 'commander'
import { repeated, wholeNumberFrom0 } from '../options.js'
import type { InstallFlags } from '../portal-install.js'
import type { ServeFlags } from '../portal-serve.js'
import type { BuildFlags } from '../portal.js'
import { addUpdateCommands } from './portal-updates.js'

const DEFAULT_PORT = 8080

export function addPortalCommand(program: Command): void {
  const portal = program.command('portal').description('build and serve an offline library of crawled pages')
  portal
    .command('build')
    .description('build a portal from crawls and archives; a second build adds and removes only what changed')
    .argument(
      '<dir...>',
      'directories of crawls (they may be running) or of a syllabus, WARC, ARC or WACZ files, directories of such files',
    )
    .requiredOption('--out <dir>', 'directory of the portal')
    .option('--title <text>', 'title on all pages (default: the title it has, or else the name of the crawl)')
    .option('--all', 'include pages that the crawl judged irrelevant')
    .option('--copy', 'copy the archives into the portal, so that you can move it to another machine')
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
    .option('--port <n>', 'port to listen on; 0 for any free port', wholeNumberFrom0, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 to serve the whole network (default: only this machine)')
    .option('--crawl <dir>', 'also show this crawl, or the crawls of this syllabus; repeatable', repeated)
    .option('--password-file <file>', "file with the administrator's password (or set LONGTAIL_ADMIN_PASSWORD)")
    .option('--local <dir>', 'directory for lessons and settings (default: the portal itself)')
    .option(
      '--count-readings',
      'count on how many days each page is opened, for later crawls; stores nothing about readers',
    )
    .option('--json', 'print one JSON object with the address when it is ready')
    .action(async (directory: string, flags: ServeFlags) =>
      (await import('../portal-serve.js')).serve(directory, flags),
    )
}

function addInstall(portal: Command): void {
  portal
    .command('install')
    .description('write a systemd unit that starts a portal at boot, after showing it and asking')
    .argument('<dir>', 'directory of the portal: --out of "longtail portal build"')
    .option('--port <n>', 'port to listen on', wholeNumberFrom0, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 to serve the whole network (default: only this machine)')
    .option('--crawl <dir>', 'also show this crawl; repeatable', repeated)
    .option('--password-file <file>', "file with the administrator's password")
    .option('--local <dir>', 'directory for lessons and settings (default: the portal itself)')
    .option('--system', 'install for the whole machine, in /etc/systemd/system (default for root)')
    .option('--no-system', 'install for your own user')
    .option('--run-as <user>', 'user that runs it, with --system (default: the owner of the directory)')
    .option('--name <name>', 'name of the service', 'longtail-portal')
    .option('--yes', 'write it without asking')
    .option('--json', 'print one JSON object at the end: file, written, commands')
    .action(async (directory: string, flags: InstallFlags) =>
      (await import('../portal-install.js')).install(directory, flags),
    )
}
