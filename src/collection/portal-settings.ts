/** Single values in local.db. */
import { rowReader } from '../disk/sqlite-rows.js'
import type { Database } from '../disk/sqlite.js'

export type SettingName = 'password' | 'title' | 'blacklist'

export interface Settings {
  /** '' when it was never set. */
  get(name: SettingName): string
  set(name: SettingName, value: string): void
}

const SETTINGS = rowReader({ value: 'text' })

export function openSettings(database: Database): Settings {
  const read = database.prepare('SELECT value FROM settings WHERE name = ?')
  return {
    get(name) {
      return SETTINGS.first(read.get(name))?.value ?? ''
    },
    set(name, value) {
      database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
    },
  }
}
