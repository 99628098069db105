/** PowerPoint: the slides in their order, each of them a page. Feet and numbers of slides are left out. */
import type { Container } from './container.js'
import { DocumentText } from './document-text.js'
import { firstTexts, partName, readXml, relationsIn } from './xml.js'

const MAIN = 'ppt/presentation.xml'
const MAX_SLIDES = 2_000
/** Places of a slide that are the same on all. */
const FURNITURE: ReadonlySet<string> = new Set(['ftr', 'hdr', 'dt', 'sldNum'])

export async function readPptx(container: Container) {
  const document = new DocumentText()
  const slides = await slidesOf(container)
  for (const [i, slide] of slides.entries()) {
    if (i > 0) document.pageBreak()
    const xml = await container.text(slide)
    const targets = relationsIn(await container.text(slide.replace(/([^/]+)$/, '_rels/$1.rels')))
    if (xml !== null) readSlide(xml, targets, document)
    if (document.isFull) break
  }
  const about = firstTexts(await container.text('docProps/core.xml'), ['title', 'language'])
  return { title: about.get('title') ?? '', language: about.get('language') ?? '', pages: slides.length, document }
}

async function slidesOf(container: Container): Promise<string[]> {
  const targets = relationsIn(await container.text('ppt/_rels/presentation.xml.rels'))
  const slides: string[] = []
  readXml((await container.text(MAIN)) ?? '', {
    open(name, attribute) {
      const target = name === 'sldId' && slides.length < MAX_SLIDES ? targets.get(relationOf(attribute)) : undefined
      if (target !== undefined) slides.push(partName(MAIN, target))
    },
    close: () => undefined,
    text: () => undefined,
  })
  return slides
}

/** A slide has a number of its own beside it, which is called id, too. */
function relationOf(attribute: (name: string) => string): string {
  return attribute('r:id')
}

function readSlide(xml: string, targets: ReadonlyMap<string, string>, document: DocumentText): void {
  let isText = false
  let isFurniture = false
  let isNumber = false
  readXml(xml, {
    open(name, attribute) {
      if (name === 'sp') isFurniture = false
      else if (name === 'ph' && FURNITURE.has(attribute('type'))) isFurniture = true
      else if (name === 'fld') isNumber = attribute('type') === 'slidenum'
      else if (name === 't') isText = true
      else if (name === 'br' || name === 'tab') document.add(' ')
      else if (name === 'hlinkClick') document.openLink(targets.get(attribute('id')) ?? '')
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'r') document.closeLink()
      else if (name === 'fld') isNumber = false
      else if (name === 'p') document.end()
      else if (name === 'sp') isFurniture = false
    },
    text(text) {
      if (isText && !isFurniture && !isNumber) document.add(text)
    },
  })
  document.end()
}
