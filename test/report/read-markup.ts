/** Reads what reports write, with parsers that had no part in writing it. */
import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'

export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Throws unless the text is well-formed XML. */
export function parseXml(text: string): Tag[] {
  const tags: Tag[] = []
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => tags.push({ name, attributes: { ...attributes } }))
  parser.write(text).close()
  return tags
}

export interface HtmlPage {
  readonly tags: readonly Tag[]
  /** Without scripts and styles; tags are spaces. */
  readonly text: string
}

export function parseHtml(html: string): HtmlPage {
  const tags: Tag[] = []
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      tags.push({ name, attributes })
      text += ' '
      if (name === 'script' || name === 'style') hidden++
    },
    onclosetag(name) {
      text += ' '
      if (name === 'script' || name === 'style') hidden--
    },
    ontext(data) {
      if (hidden === 0) text += data
    },
  })
  parser.end(html)
  return { tags, text: text.replaceAll('\u00a0', ' ') }
}
