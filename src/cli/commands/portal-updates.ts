import type { Command } from 'commander'
import { byteCount } from '../options.js'
import type { ReadingFlags } from '../portal-readings.js'
import type { PackFlags, WishFlags } from '../portal-updates.js'

const PORTAL = 'directory of the portal'

/** Commands of `portal` that carry a library to other machines, and wishes back. */
export function addUpdateCommands(portal: Command): void {
  portal
    .command('key')
    .description('show the public key that signs updates; makes a key if there is none')
    .argument('[file]', 'file with the secret half (default: portal.key in the configuration directory of this user)')
    .option('--json', 'print one JSON object: key, file, isNew')
    .action(async (file: string | undefined, flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).key(file, flags),
    )
  portal
    .command('trust')
    .description('let a portal accept the updates of a sender; without a key, list the senders that it trusts')
    .argument('<dir>', `${PORTAL}; made if it does not exist. In the directory of the portal, give the key alone`)
    .argument('[key]', 'key that "longtail portal key" shows on the machine of the sender, or a file with it')
    .option('--json', 'print one JSON object: portal, trusted')
    .action(async (directory: string, key: string | undefined, flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).trust(directory, key, flags),
    )
  portal
    .command('pack')
    .description(
      'write what changed in a portal since an earlier state as one signed file; without --since, the whole portal',
    )
    .argument('<dir>', PORTAL)
    .requiredOption('--out <file>', 'file to write, such as update.ltu')
    .option(
      '--since <state>',
      'the state of the receiving portal, a date, or the number of a round; "longtail portal states" lists them',
    )
    .option('--key <file>', 'file with the signing key; made if it does not exist')
    .option(
      '--pieces <size>',
      'split it into pieces of this size, such as 5MB: update.ltu.001, update.ltu.002, …',
      byteCount,
    )
    .option('--json', 'print one JSON object at the end: state, since, files, bytes, portalBytes, key, …')
    .action(async (directory: string, flags: PackFlags) =>
      (await import('../portal-updates.js')).pack(directory, flags),
    )
  portal
    .command('apply')
    .description('apply an update, completely or not at all; the portal may be running')
    .argument('<dir>', PORTAL)
    .argument('<file...>', 'the update; if it came in pieces: its name without the number, or all pieces')
    .option('--json', 'print one JSON object at the end: applied, state, before, rows, archives, seconds, …')
    .action(async (directory: string, files: string[], flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).apply(directory, files, flags),
    )
  portal
    .command('states')
    .description('show the state of a portal, the states that were packed from it, and the senders that it trusts')
    .argument('<dir>', PORTAL)
    .option('--json', 'print one JSON object: received, packed, trusted')
    .action(async (directory: string, flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).states(directory, flags),
    )
  portal
    .command('wishes')
    .description('collect what readers did not find: as a signed file to send, or as seeds for a crawl')
    .argument('<dir-or-file>', `${PORTAL}, or a file that this command made`)
    .option(
      '--out <file>',
      'of a portal: the signed file to write; of a file: where to write the seeds, instead of standard output',
    )
    .option('--searches', 'of a file: write its searches as a syllabus, instead of its pages as seeds')
    .option('--from <key>', 'of a file: refuse it unless this key signed it')
    .option('--key <file>', 'of a portal: file with the signing key; made if it does not exist')
    .option('--local <dir>', 'of a portal: directory of its lessons and settings')
    .option('--json', 'print one JSON object at the end')
    .action(async (given: string, flags: WishFlags) => (await import('../portal-updates.js')).wishes(given, flags))
  portal
    .command('readings')
    .description('list on how many days each page was opened, for "recrawl: {readings: […]}" of a campaign')
    .argument('<dir>', PORTAL)
    .option('--out <file>', 'file to write, instead of standard output')
    .option('--local <dir>', 'directory of the lessons and settings of the portal')
    .option('--json', 'print one JSON object: readings')
    .action(async (directory: string, flags: ReadingFlags) =>
      (await import('../portal-readings.js')).readings(directory, flags),
    )
}
