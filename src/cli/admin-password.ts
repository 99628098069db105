import { readFileSync } from 'node:fs'
import { LongtailError, systemReason } from '../errors.js'

/** Undefined when nobody gave one. */
export function adminPassword(file: string | undefined): string | undefined {
  if (file === undefined) return process.env.LONGTAIL_ADMIN_PASSWORD
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new LongtailError(
      'E_USAGE',
      `--password-file ${file}: cannot be read (${systemReason(error)}); give a text file with the password`,
    )
  }
}
