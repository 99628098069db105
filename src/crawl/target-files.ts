/**
 * Models and dictionaries that a target names. A crawl keeps a copy of each in models/ from its first run on, and judges by
 * the copies in all its runs and threads: pages of one crawl must all have been judged alike, whatever becomes of the originals.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import { namedFiles, withFiles, withLanguages } from '../campaign/named-files.js'
import { LongtailError, systemReason } from '../errors.js'
import { writeAtomically } from '../disk/write-atomically.js'
import type { KeptFile } from '../collection/crawl-directory.js'
import { wantedLanguage } from '../page/language/wanted-languages.js'
import { languageModelText, type LanguageModel } from '../page/language/learned/language-model.js'
import { makeDirectory } from '../disk/make-directory.js'

type Target = Campaign['target']

export interface TargetFile extends KeptFile {
  readonly bytes: Uint8Array
}

const MAX_BYTES = 512 * 1024 * 1024

/**
 * Reads everything that the target of a new crawl names; writes nothing. Languages that only their declaration is known of are among it,
 * as the models that it comes to: what this version makes of it counts for the whole crawl.
 */
export function readTargetFiles(target: Target): TargetFile[] {
  const names = new Set<string>()
  const named = namedFiles(target).map(([key, path]) => {
    const bytes = readBytes(path, key)
    return { key, name: freeName(path, names), from: path, sha256: sha256(bytes), bytes }
  })
  const declared = declaredIn(target).map(([key, code, model]) => {
    const bytes = Buffer.from(languageModelText(model))
    return { key, name: freeName(`${code}.model`, names), from: code, sha256: sha256(bytes), bytes }
  })
  return [...named, ...declared]
}

const DECLARED = '.declared'

/** Languages by code whose models nobody wrote: keys, codes and models. */
function declaredIn({ language = [], nation }: Target): [key: string, code: string, model: LanguageModel][] {
  const lists: readonly [string, typeof language][] = [
    ['language', language],
    ['nation.in', nation?.in ?? []],
  ]
  return lists.flatMap(([key, list]) =>
    list.flatMap((written, i): [string, string, LanguageModel][] => {
      const model = typeof written === 'string' ? wantedLanguage(written).model : null
      return typeof written === 'string' && model !== null ? [[`${key}.${i}${DECLARED}`, written, model]] : []
    }),
  )
}

/** The target as crawl.json has it, `kept` being the copies. */
export function targetOfCopies(target: Target, kept: readonly KeptFile[]): Target {
  const copy = (key: string): string => `models/${kept.find(file => file.key === key)?.name}`
  const isKept = (key: string): boolean => kept.some(file => file.key === key)
  return withLanguages(withFiles(target, copy), (key, written) =>
    typeof written === 'string' && isKept(key + DECLARED)
      ? { model: copy(key + DECLARED), declared: written }
      : written,
  )
}

export function writeCopies(directory: string, files: readonly TargetFile[]): void {
  if (files.length === 0) return
  makeDirectory(directory)
  for (const { name, bytes } of files) writeCopy(directory, name, bytes)
}

/**
 * A crawl goes on: are these the files that it began with, and are the copies there? A file that was changed where it lay is
 * worth a warning; another file in its place is another target, of which the answer is a short description.
 */
export function compareFiles(
  directory: string,
  kept: readonly KeptFile[],
  target: Target,
  warn: (message: string) => void,
): string | null {
  const files = kept.filter(({ key }) => !key.endsWith(DECLARED))
  const named = namedFiles(target)
  if (named.map(([key]) => key).join() !== files.map(({ key }) => key).join()) return 'other files'
  for (const { key, name } of kept)
    if (key.endsWith(DECLARED) && !existsSync(join(directory, name))) throw missing(join(directory, name))
  for (let i = 0; i < files.length; i++) {
    const { key, name, from, sha256: before } = files[i]
    const path = named[i][1]
    const bytes = existsSync(path) ? readBytes(path, key) : null
    const isSame = bytes !== null && sha256(bytes) === before
    if (!isSame && path !== from) return `${key} ${path}`
    if (!isSame && bytes !== null)
      warn(`${path} was changed after this crawl began: the crawl still uses its own copy, ${join(directory, name)}`)
    if (existsSync(join(directory, name))) continue
    if (bytes === null || !isSame) throw missing(join(directory, name))
    makeDirectory(directory)
    writeCopy(directory, name, bytes)
  }
  return null
}

function missing(copy: string): LongtailError {
  return new LongtailError('E_CRAWL_DIR', `${copy} is missing; restore it from a copy of the crawl`)
}

function writeCopy(directory: string, name: string, bytes: Uint8Array): void {
  writeAtomically(join(directory, name), bytes)
}

function readBytes(path: string, key: string): Uint8Array {
  const refuse = (what: string): LongtailError =>
    new LongtailError('E_MODEL', `target.${key}: ${path} ${what}; make one with "longtail train"`)
  try {
    const stat = statSync(path)
    if (!stat.isFile()) throw refuse('is not a file')
    if (stat.size > MAX_BYTES) throw refuse(`is larger than ${MAX_BYTES >> 20} MiB`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof LongtailError) throw error
    throw refuse(`cannot be read (${systemReason(error)})`)
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The name that the user gave, as far as any file system takes it. */
function freeName(path: string, taken: Set<string>): string {
  const plain = basename(path)
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-100)
  let name = plain
  for (let i = 2; taken.has(name); i++) name = `${i}-${plain}`
  taken.add(name)
  return name
}
