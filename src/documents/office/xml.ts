/** XML from strangers: elements by their local names, in order. Entities that a file defines itself are never expanded. */
import saxes = require('saxes')

export interface XmlReader {
  open(name: string, attribute: (name: string) => string): void
  close(name: string): void
  text(text: string): void
  /** Nothing more is wanted. */
  readonly isFull?: boolean
}

/** An error costs as much as a thousand characters; a file with more is no XML. */
const MAX_ERRORS = 100
const MAX_DEPTH = 1_000
const CHUNK = 65_536

export function readXml(xml: string, reader: XmlReader): void {
  const parser = new saxes.SaxesParser()
  let errors = 0
  let depth = 0
  const names: string[] = []
  parser.on('error', () => errors++)
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    if (++depth > MAX_DEPTH) return
    names.push(local)
    reader.open(local, wanted => {
      for (const key in attributes) {
        const value: unknown = attributes[key]
        if ((key === wanted || key.endsWith(`:${wanted}`)) && typeof value === 'string') return value
      }
      return ''
    })
  })
  parser.on('closetag', () => {
    if (depth-- > MAX_DEPTH) return
    const name = names.pop()
    if (name !== undefined) reader.close(name)
  })
  parser.on('text', text => {
    if (depth <= MAX_DEPTH) reader.text(text)
  })
  parser.on('cdata', text => reader.text(text))
  for (let at = 0; at < xml.length; at += CHUNK) {
    parser.write(xml.slice(at, at + CHUNK))
    if (errors > MAX_ERRORS || reader.isFull === true) return
  }
  try {
    parser.close()
  } catch {
    // what is missing at its end is missing
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The text of the first element of each name. */
export function firstTexts(xml: string | null, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let open = ''
  if (xml !== null)
    readXml(xml, {
      open: name => void (open = names.includes(name) && !found.has(name) ? name : ''),
      close: () => void (open = ''),
      text: text => void (open !== '' && found.set(open, ((found.get(open) ?? '') + text).slice(0, 2_000).trim())),
    })
  return found
}

/** Where the parts that a part refers to lie, by id. */
export function relationsIn(xml: string | null): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  if (xml !== null)
    readXml(xml, {
      open: (name, attribute) => void (name === 'Relationship' && targets.set(attribute('Id'), attribute('Target'))),
      close: () => undefined,
      text: () => undefined,
    })
  return targets
}

/** A name relative to a part, without stepping out of the container. */
export function partName(base: string, target: string): string {
  const parts = target.startsWith('/') ? [] : base.split('/').slice(0, -1)
  for (const part of target.split(/[?#]/, 1)[0].split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
