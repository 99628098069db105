/** Single values in local.db of a portal. */
import type { Database } from '../disk/sqlite.js'

export type SettingName = 'password' | 'title' | 'blacklist'

export interface Settings {
  /** '' when it was never set. */
  get(name: SettingName): string
  set(name: SettingName, value: string): void
}

export function openSettings(database: Database): Settings {
  const read = database.prepare('SELECT value FROM settings WHERE name = ?')
  return {
    get(name) {
      const row: { value: string } | undefined = read.get(name)
      return row?.value ?? ''
    },
    set(name, value) {
      database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
    },
  }
}
