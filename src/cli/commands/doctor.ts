import type { Command } from 'commander'
import type { DoctorFlags } from '../doctor.js'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check this machine: what is missing, what it is for, and how to get it')
    .argument('[dir]', 'where you will write crawls', '.')
    .option('--json', 'print one JSON object')
    .action(async (directory: string, flags: DoctorFlags) => (await import('../doctor.js')).doctor(directory, flags))
}
