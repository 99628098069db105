import type { Command } from 'commander'
import type { DoctorFlags } from '../doctor.js'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check what this machine lacks, what it would be for, and how to get it')
    .argument('[dir]', 'where you will store crawls', '.')
    .option('--json', 'print one JSON object')
    .action(async (directory: string, flags: DoctorFlags) => (await import('../doctor.js')).doctor(directory, flags))
}
