/** The interface speaks the reader's language: one file per language, of which English is the measure. */
import { en } from './languages/en.js'
import { hi } from './languages/hi.js'
import { sw } from './languages/sw.js'
import { th } from './languages/th.js'

/** Same sections, same names; the compiler misses none. */
export type Messages = {
  readonly [Section in keyof typeof en]: { readonly [Name in keyof (typeof en)[Section]]: string }
}

export const INTERFACE_LANGUAGES = { en, th, sw, hi } as const satisfies Record<string, Messages>
export type InterfaceLanguage = keyof typeof INTERFACE_LANGUAGES

/** `{name}` in a message stands for a value. */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
