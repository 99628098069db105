import type { Command } from 'commander'
import { byteCount } from '../options.js'
import type { ReadingFlags } from '../portal-readings.js'
import type { PackFlags, WishFlags } from '../portal-updates.js'

const PORTAL = 'directory of the portal'

/** Commands of `portal` that carry a library to other machines, and wishes back. */
export function addUpdateCommands(portal: Command): void {
  portal
    .command('key')
    .description('show the public key that updates are signed with; makes the key when there is none')
    .argument('[file]', 'file with the secret half (default: portal.key in the configuration directory of this user)')
    .option('--json', 'print one JSON object: key, file, isNew')
    .action(async (file: string | undefined, flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).key(file, flags),
    )
  portal
    .command('trust')
    .description('tell a portal whose updates it takes; without a key, show whom it trusts')
    .argument('<dir>', `${PORTAL}; made if it is not there. In the directory itself the key alone is enough`)
    .argument('[key]', 'what "longtail portal key" shows on the machine of the sender, or a file with it')
    .option('--json', 'print one JSON object: portal, trusted')
    .action(async (directory: string, key: string | undefined, flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).trust(directory, key, flags),
    )
  portal
    .command('pack')
    .description('write what a portal has beyond an earlier state as one signed file; without --since, all of it')
    .argument('<dir>', PORTAL)
    .requiredOption('--out <file>', 'the file to write, such as update.ltu')
    .option(
      '--since <state>',
      'the state that the other portal has, a date, or the number of a round: "longtail portal states" lists them',
    )
    .option('--key <file>', 'file with the key to sign with; made when there is none')
    .option(
      '--pieces <size>',
      'cut it into pieces of this size, such as 5MB: update.ltu.001, update.ltu.002, …',
      byteCount,
    )
    .option('--json', 'print one JSON object at the end: state, since, files, bytes, portalBytes, key, …')
    .action(async (directory: string, flags: PackFlags) =>
      (await import('../portal-updates.js')).pack(directory, flags),
    )
  portal
    .command('apply')
    .description('put an update in place, as a whole or not at all; the portal may be serving')
    .argument('<dir>', PORTAL)
    .argument('<file...>', 'the update; of one that came in pieces, its name without the number, or all pieces')
    .option('--json', 'print one JSON object at the end: applied, state, before, rows, archives, seconds, …')
    .action(async (directory: string, files: string[], flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).apply(directory, files, flags),
    )
  portal
    .command('states')
    .description('show the state that a portal has, the states that were packed from it, and whom it trusts')
    .argument('<dir>', PORTAL)
    .option('--json', 'print one JSON object: received, packed, trusted')
    .action(async (directory: string, flags: { json?: boolean }) =>
      (await import('../portal-updates.js')).states(directory, flags),
    )
  portal
    .command('wishes')
    .description('what readers looked for and did not find: as a signed file to send, or as seeds for a crawl')
    .argument('<dir-or-file>', `${PORTAL}, or a file that this command made`)
    .option(
      '--out <file>',
      'of a portal: write the signed file; of a file: write the seeds there, not on standard output',
    )
    .option('--searches', 'of a file: its searches as a syllabus, not its pages as seeds')
    .option('--from <key>', 'of a file: refuse it unless this key signed it')
    .option('--key <file>', 'of a portal: file with the key to sign with; made when there is none')
    .option('--local <dir>', 'of a portal: where it keeps lessons and settings')
    .option('--json', 'print one JSON object at the end')
    .action(async (given: string, flags: WishFlags) => (await import('../portal-updates.js')).wishes(given, flags))
  portal
    .command('readings')
    .description('on how many days pages were opened, as lines for "recrawl: {readings: […]}" of a campaign')
    .argument('<dir>', PORTAL)
    .option('--out <file>', 'write them there, not on standard output')
    .option('--local <dir>', 'where the portal keeps lessons and settings')
    .option('--json', 'print one JSON object: readings')
    .action(async (directory: string, flags: ReadingFlags) =>
      (await import('../portal-readings.js')).readings(directory, flags),
    )
}
