/**
 * The directory of a syllabus, and the file in it that says how far every topic has come:
 *
 *   syllabus.json   topics, their directories, models, quality and counts (docs/formats.md); for the portal, and to go on
 *   search.json     what the search engine found
 *   training/       a crawl directory: the pages that topics were learned from
 *   models/         one model per topic
 *   <topic>/        a crawl directory: the collection of one topic
 *   lock            the process that is at work
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { crawlDirectory } from '../collection/crawl-directory.js'
import { lockDirectory } from '../disk/lock.js'
import {
  NO_PAGES,
  parseSyllabus,
  readSyllabus,
  writeSyllabusFile,
  type TopicState,
} from '../collection/syllabus-file.js'
import { LongtailError } from '../errors.js'
import { diskError } from '../disk/disk-error.js'
import { makeDirectory } from '../disk/make-directory.js'
import type { Syllabus, SyllabusTopic } from './syllabus.js'

/** What a kill at the first moment leaves. */
const LEFTOVERS = new Set(['lock', 'models', 'syllabus.json.tmp'])

export interface CollectionPaths {
  readonly state: string
  readonly searches: string
  readonly training: string
  readonly models: string
}

export class Collection {
  readonly path: string
  readonly paths: CollectionPaths
  private readonly states = new Map<string, TopicState>()
  private unlock: () => void = () => {}

  /** Refuses a directory that holds something else. Touches nothing. */
  constructor(
    out: string,
    private readonly campaign: string,
    private readonly syllabus: Syllabus,
  ) {
    this.path = resolve(out)
    this.paths = {
      state: join(this.path, 'syllabus.json'),
      searches: join(this.path, 'search.json'),
      training: join(this.path, 'training'),
      models: join(this.path, 'models'),
    }
    for (const state of this.readStates()) this.states.set(state.slug, state)
  }

  /** Takes the directory. */
  open(): void {
    try {
      makeDirectory(this.paths.models)
      this.unlock = lockDirectory(this)
      this.write()
    } catch (error) {
      throw diskError(this.path, error)
    }
  }

  close(): void {
    this.unlock()
  }

  directoryOf({ slug }: Pick<SyllabusTopic, 'slug'>): string {
    return join(this.path, slug)
  }

  modelOf({ slug }: Pick<SyllabusTopic, 'slug'>): string {
    return join(this.paths.models, `${slug}.model`)
  }

  stateOf({ name, slug, subject, query }: SyllabusTopic): TopicState {
    const state = this.states.get(slug)
    if (state !== undefined) return { ...state, name, subject, query }
    return {
      name,
      slug,
      subject,
      query,
      learnedFrom: '',
      gMean: null,
      against: NO_PAGES,
      isVague: false,
      crawledFrom: '',
      pages: 0,
      relevant: 0,
      bytes: 0,
      hosts: 0,
      embeds: 0,
      reused: 0,
      texts: 0,
      stopped: '',
      warnings: [],
    }
  }

  update(topic: SyllabusTopic, change: Partial<TopicState>): void {
    this.states.set(topic.slug, { ...this.stateOf(topic), ...change })
    this.write()
  }

  /** The WARC files of these topics. */
  archives(topics: readonly SyllabusTopic[]): string[] {
    return topics.flatMap(topic => {
      const { warc } = crawlDirectory(this.directoryOf(topic))
      const names = existsSync(warc) ? readdirSync(warc).filter(name => name.endsWith('.warc.gz')) : []
      return names.sort().map(name => join(warc, name))
    })
  }

  /** Of all topics but this one. */
  bytesBeside(topic: SyllabusTopic): number {
    let bytes = 0
    for (const state of this.states.values()) if (state.slug !== topic.slug) bytes += state.bytes
    return bytes
  }

  /** In the order of the syllabus; topics that were taken out of it since stay at the end, with their collections. */
  private write(): void {
    const { subject, language, topics } = this.syllabus
    const listed = topics.map(topic => this.stateOf(topic))
    const slugs = new Set(topics.map(({ slug }) => slug))
    const others = [...this.states.values()].filter(({ slug }) => !slugs.has(slug))
    writeSyllabusFile(this.paths.state, {
      name: this.campaign,
      subject,
      language,
      updated: new Date().toISOString(),
      topics: [...listed, ...others],
    })
  }

  private readStates(): readonly TopicState[] {
    const { state } = this.paths
    if (!existsSync(state)) {
      if (existsSync(this.path) && readdirSync(this.path).some(name => !LEFTOVERS.has(name)))
        throw new LongtailError(
          'E_OUT_DIR',
          `${this.path} is neither empty nor a syllabus: choose another directory with --out`,
        )
      return []
    }
    const { name, topics } = parseSyllabus(state)
    if (name !== this.campaign)
      throw new LongtailError(
        'E_OUT_DIR',
        `${this.path} contains the collections of campaign "${name}", not of "${this.campaign}"; choose another directory with --out`,
      )
    return topics
  }
}

/** By name in small letters: the directories of topics of an earlier run. */
export function knownSlugs(path: string): Map<string, string> {
  return new Map(readSyllabus(path)?.topics.map(({ name, slug }) => [name.toLowerCase(), slug]))
}
