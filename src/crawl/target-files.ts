/**
 * Models and dictionaries that a target names. A crawl keeps a copy of each in models/ from its first run on, and judges by
 * the copies in all its runs and threads: pages of one crawl must all have been judged alike, whatever becomes of the originals.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Campaign } from '../campaign/index.js'
import { LongtailError, messageOf } from '../errors.js'
import { writeAtomically } from '../disk/write-atomically.js'
import type { KeptFile } from '../collection/crawl-directory.js'
import { makeDirectory } from '../disk/make-directory.js'

type Target = Campaign['target']

export interface TargetFile extends KeptFile {
  readonly bytes: Uint8Array
}

const MAX_BYTES = 512 * 1024 * 1024

/** The files that a target names, by key. */
function filesOf({ topic, nation }: Target): [key: string, path: string][] {
  return [
    ...(topic === undefined ? [] : [['topic.model', topic.model] as [string, string]]),
    ...(nation?.dictionary ?? []).map((path, i): [string, string] => [`nation.dictionary.${i}`, path]),
  ]
}

/** The same target with other paths. */
export function withFiles(target: Target, pathOf: (key: string, path: string) => string): Target {
  const { topic, nation } = target
  const dictionary = nation?.dictionary?.map((path, i) => pathOf(`nation.dictionary.${i}`, path))
  return {
    ...target,
    ...(topic === undefined ? {} : { topic: { ...topic, model: pathOf('topic.model', topic.model) } }),
    ...(nation === undefined || dictionary === undefined ? {} : { nation: { ...nation, dictionary } }),
  }
}

/** Reads everything that the target of a new crawl names; writes nothing. */
export function readTargetFiles(target: Target): TargetFile[] {
  const names = new Set<string>()
  return filesOf(target).map(([key, path]) => {
    const bytes = readBytes(path, key)
    return { key, name: freeName(path, names), from: path, sha256: sha256(bytes), bytes }
  })
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
  const named = filesOf(target)
  if (named.map(([key]) => key).join() !== kept.map(({ key }) => key).join()) return 'other files'
  for (let i = 0; i < kept.length; i++) {
    const { key, name, from, sha256: before } = kept[i]
    const path = named[i][1]
    const bytes = existsSync(path) ? readBytes(path, key) : null
    const isSame = bytes !== null && sha256(bytes) === before
    if (!isSame && path !== from) return `${key} ${path}`
    if (!isSame && bytes !== null)
      warn(`${path} was changed since this crawl began: it goes on with its copy, ${join(directory, name)}`)
    if (existsSync(join(directory, name))) continue
    if (bytes === null || !isSame)
      throw new LongtailError('E_CRAWL_DIR', `${join(directory, name)} is missing; restore it from a copy of the crawl`)
    makeDirectory(directory)
    writeCopy(directory, name, bytes)
  }
  return null
}

function writeCopy(directory: string, name: string, bytes: Uint8Array): void {
  writeAtomically(join(directory, name), bytes)
}

function readBytes(path: string, key: string): Uint8Array {
  const refuse = (what: string): LongtailError =>
    new LongtailError('E_MODEL', `target.${key}: ${path} ${what}; make one with "longtail train"`)
  try {
    const stat = statSync(path)
    if (!stat.isFile()) throw refuse('is no file')
    if (stat.size > MAX_BYTES) throw refuse(`is larger than ${MAX_BYTES >> 20} MiB`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof LongtailError) throw error
    throw refuse(`cannot be read (${messageOf(error)})`)
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
