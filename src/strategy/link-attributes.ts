/**
 * What is known of a link before it is followed, as one small number: the attributes a1 … a4 of NB-LSWC, each chosen by
 * name. Which four the author used is lost; the default is the specification's reconstruction.
 *
 *   of the page p that links      language, charset, source-tld
 *   of the link and its target q  tld, relation, anchor
 */
import type { Links, StrategyNeed, Visit } from '../contracts.js'
import type { Parameter } from './definition.js'
import { TldClasses } from './tld-classes.js'

const TLD_CLASSES = 64

export const SAME_SERVER = 0
export const SAME_DOMAIN = 1
export const ELSEWHERE = 2

interface Attribute {
  readonly name: string
  /** Number of values. */
  readonly size: number
  readonly needs: readonly StrategyNeed[]
}

const ATTRIBUTES = [
  { name: 'language', size: 4, needs: [] },
  { name: 'tld', size: TLD_CLASSES, needs: ['tld'] },
  { name: 'relation', size: 3, needs: ['domain'] },
  { name: 'charset', size: 5, needs: ['charset'] },
  { name: 'anchor', size: 2, needs: ['anchorInTarget'] },
  { name: 'source-tld', size: TLD_CLASSES, needs: ['tld'] },
] as const satisfies readonly Attribute[]

type AttributeName = (typeof ATTRIBUTES)[number]['name']

/** Names joined by `+`. */
export function attributeList(initial: string, meaning: string): Parameter<string> {
  const names = ATTRIBUTES.map(attribute => attribute.name)
  return {
    default: initial,
    range: `one or more of ${names.join(', ')}, joined by +`,
    meaning,
    examples: [...names, names.join('+')],
    parse(text) {
      const chosen = text.split('+')
      const known = names.filter(name => chosen.includes(name))
      return known.length === chosen.length ? known.join('+') : undefined
    },
  }
}

export class LinkAttributes {
  readonly needs: readonly StrategyNeed[]
  /** |A_i| of the chosen ones, in order. */
  readonly sizes: readonly number[]
  /** Codes are below this. */
  readonly codes: number
  // how much a value of each adds to the code; 0 for those that were not chosen
  readonly tldStep: number
  readonly relationStep: number
  readonly anchorStep: number
  private readonly languageStep: number
  private readonly charsetStep: number
  private readonly sourceTldStep: number
  private readonly steps: readonly number[]
  readonly tlds = new TldClasses(TLD_CLASSES)

  /** `chosen` as the parameter gives it. */
  constructor(chosen: string) {
    const names = chosen.split('+')
    const attributes: readonly Attribute[] = ATTRIBUTES.filter(({ name }) => names.includes(name))
    this.needs = [...new Set(attributes.flatMap(attribute => attribute.needs))]
    this.sizes = attributes.map(attribute => attribute.size)
    let codes = 1
    this.steps = this.sizes.map(size => (codes *= size) / size)
    this.codes = codes
    const stepOf = (name: AttributeName): number => this.steps[attributes.findIndex(each => each.name === name)] ?? 0
    this.languageStep = stepOf('language')
    this.tldStep = stepOf('tld')
    this.relationStep = stepOf('relation')
    this.charsetStep = stepOf('charset')
    this.anchorStep = stepOf('anchor')
    this.sourceTldStep = stepOf('source-tld')
  }

  /** The part of the code that all links of a page share. */
  ofPage(visit: Visit, links: Links): number {
    const { language, charset } = visit
    return this.code(language, charset, links.group[visit.page], links)
  }

  /** A seed counts as linked to by a page like itself in the target language. */
  ofSeed(visit: Visit, links: Links, target: number): number {
    const group = links.group[visit.page]
    const { tld } = links.features
    const own = tld === null ? 0 : this.tlds.of(tld[group]) * this.tldStep
    return this.code(target, visit.charset, group, links) + own + SAME_SERVER * this.relationStep
  }

  private code(language: number, charset: number, group: number, links: Links): number {
    const { tld } = links.features
    const source = tld === null || this.sourceTldStep === 0 ? 0 : this.tlds.of(tld[group])
    return language * this.languageStep + charset * this.charsetStep + source * this.sourceTldStep
  }

  /** The values that a code stands for, in the order of `sizes`. */
  read(code: number, values: Uint8Array): void {
    for (let i = 0; i < this.sizes.length; i++) values[i] = Math.floor(code / this.steps[i]) % this.sizes[i]
  }
}
