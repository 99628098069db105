/** Who we are, to servers and in files. */
import { readFileSync } from 'node:fs'

function readVersion(): string {
  // dist/src/version.js and src/version.ts both lie two levels or one below the package
  for (const relative of ['../package.json', '../../package.json']) {
    try {
      const value: unknown = JSON.parse(readFileSync(new URL(relative, import.meta.url), 'utf8'))
      if (
        typeof value === 'object' &&
        value !== null &&
        'version' in value &&
        'name' in value &&
        value.name === 'longtail'
      ) {
        return String(value.version)
      }
    } catch {
      continue
    }
  }
  return '0.0.0'
}

export const VERSION = readVersion()
export const SOFTWARE = `Longtail/${VERSION}`
/** What robots.txt calls us. */
export const USER_AGENT_TOKEN = 'Longtail'
