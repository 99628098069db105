/** Names of the files of a divided export: library.wacz becomes library-001.wacz, library-002.wacz … and library.json, their list. */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { LongtailError } from '../../errors.js'
import { PARTS_PROFILE } from './package.js'

export type PartNames = ReturnType<typeof partNames>

export function partNames(out: string) {
  const stem = out.slice(0, -'.wacz'.length)
  return {
    list: `${stem}.json`,
    /** From 0. */
    part: (index: number): string => `${stem}-${String(index + 1).padStart(3, '0')}.wacz`,
  }
}

/** What is there already of a divided export, or of something else that has these names. */
export function placesOf({ list, part }: PartNames): string[] {
  const places = [list]
  for (let i = 0; existsSync(part(i)); i++) places.push(part(i))
  return places
}

/** What a divided export of this name would replace. */
export function splitPlaces(out: string): string[] {
  return placesOf(partNames(out))
}

const MAX_LIST_BYTES = 16e6

/** A JSON file that is no such list belongs to somebody. */
export function checkList(path: string): void {
  if (existsSync(path) && !isList(path))
    throw new LongtailError('E_EXPORT', `${path} exists and is not a list of WACZ files: choose another --out`)
}

function isList(path: string): boolean {
  const status = statSync(path)
  return status.isFile() && status.size < MAX_LIST_BYTES && readFileSync(path, 'utf8').includes(`"${PARTS_PROFILE}"`)
}

/** Parts of an earlier export that had more of them: the function removes them. */
export function removeStale({ list, part }: PartNames, count: number): () => void {
  if (!existsSync(list)) return () => undefined
  const text = readFileSync(list, 'utf8')
  const stale: string[] = []
  for (let i = count; existsSync(part(i)); i++) {
    // only what the old list names
    const name = part(i).slice(part(i).lastIndexOf('/') + 1)
    if (text.includes(JSON.stringify(name))) stale.push(part(i))
  }
  return () => stale.forEach(path => rmSync(path, { force: true }))
}
