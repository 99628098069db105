/** Single values in local.db. */
import { rowReader } from '../disk/sqlite-rows.js'
import type { Database } from '../disk/sqlite.js'

export type SettingName = 'password' | 'title' | 'colour' | 'logo' | 'blacklist' | 'classes'

export type Settings = ReturnType<typeof openSettings>

const SETTINGS = rowReader({ value: 'text' })

export function openSettings(database: Database) {
  const read = database.prepare('SELECT value FROM settings WHERE name = ?')
  return {
    /** '' when it was never set. */
    get(name: SettingName): string {
      return SETTINGS.first(read.get(name))?.value ?? ''
    },
    set(name: SettingName, value: string): void {
      database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
    },
  }
}
