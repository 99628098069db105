/** The attributes of a tag that stays what it is. */
import { srcsetCandidates } from '../../page/links/srcset.js'
import { attributeRule, escaped, HAS_CSS_URL, LEADS_AWAY, PLAIN_NAME, quoted } from './attribute-rules.js'
import type { ElementContext } from './elements.js'
import { write, type ReferencePiece } from './references.js'
import { cssPieces, isPictureOrFont } from './rewrite-css.js'
import type { Tag } from './tag.js'

/** Elements whose `href` is shown, not gone to. */
const SHOWN_BY_HREF: ReadonlySet<string> = new Set(
  'image use feimage pattern lineargradient radialgradient filter textpath mpath tref'.split(' '),
)
const SHOWN_BY_SRC: ReadonlySet<string> = new Set(['audio', 'video', 'source', 'track', 'input'])
/** Controls that would do something elsewhere. Boxes to tick open menus in some pages, without any script. */
const CONTROLS: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea'])
const MAX_CHECKED = 2_000

/** `skip`: names in lower case that the caller has written already. */
export function writeAttributes(
  tag: Tag,
  pieces: ReferencePiece[],
  context: ElementContext,
  skip?: ReadonlySet<string>,
): void {
  const { local } = tag
  const isLink = local === 'a' || local === 'area'
  const isControl = CONTROLS.has(local) && !/^\s*(?:checkbox|radio)\s*$/i.test(tag.value('type'))
  let isTargeted = false
  for (let i = 0; i < tag.count; i++) {
    const name = tag.nameAt(i)
    if (!PLAIN_NAME.test(name) || skip?.has(name)) continue
    const rule = attributeRule(name)
    switch (rule) {
      case 'keep':
        if (isLink && name === 'title') break
        if (isControl && (name === 'disabled' || name === 'title')) break
        keep(tag, i, pieces, context)
        break
      case 'href':
        if (isLink && !isTargeted) {
          isTargeted = true
          linkAttribute(tag, i, pieces, context)
        } else if (SHOWN_BY_HREF.has(local)) shownAttribute(tag, i, pieces, context)
        break
      case 'src':
        if (SHOWN_BY_SRC.has(local)) shownAttribute(tag, i, pieces, context)
        break
      case 'picture':
        shownAttribute(tag, i, pieces, context)
        break
      case 'srcset':
        if (local === 'source') srcsetAttribute(tag.valueAt(i), pieces, context)
        break
      case 'local':
        if (tag.rawAt(i).startsWith('#')) keep(tag, i, pieces, context)
        break
      case 'style':
        styleAttribute('style', tag.valueAt(i), pieces, context)
        break
      case 'check':
        checkedAttribute(tag, i, pieces, context)
        break
      case 'drop':
        // names of vocabularies look like addresses and are none
        if (context.isSvg && name.startsWith('xmlns')) keep(tag, i, pieces, context)
    }
  }
  if (isLink && !isTargeted && tag.has('title')) pieces.push(` title=${escaped(tag.value('title'))}`)
  if (isControl) pieces.push(` disabled="" title=${escaped(context.words.form)}`)
  if (local === 'source' && !tag.has('srcset')) srcsetAttribute(tag.value('data-srcset'), pieces, context)
}

function keep(tag: Tag, index: number, pieces: ReferencePiece[], context: ElementContext): void {
  const raw = tag.rawAt(index)
  const name = tag.writtenNameAt(index)
  pieces.push(raw === '' && !context.isSvg ? ` ${name}` : ` ${name}=${quoted(raw)}`)
}

function linkAttribute(
  tag: Tag,
  index: number,
  pieces: ReferencePiece[],
  { references, words, isSvg }: ElementContext,
): void {
  const reference = references.add(tag.valueAt(index))
  const name = isSvg ? tag.writtenNameAt(index) : 'href'
  const title = tag.value('title')
  pieces.push(known => {
    const target = known.link(reference)
    const said = title === '' || isSvg ? '' : ` title=${escaped(title)}`
    if (target === null) return said
    const { address, isHere, attributes } = target
    if (address.startsWith('#')) return ` ${name}=${escaped(address)}${said}`
    const to = ` ${name}=${escaped(address)}${attributes}`
    if (isHere || isSvg) return `${to}${isSvg ? '' : ' data-longtail="here"'}${said}`
    return `${to} data-longtail="away" title=${escaped(title === '' ? words.away : `${title} – ${words.away}`)}`
  })
}

/** An image, film, sound or part of a drawing: left out when it is not here. */
function shownAttribute(tag: Tag, index: number, pieces: ReferencePiece[], { references }: ElementContext): void {
  const value = tag.valueAt(index).trim()
  const name = tag.writtenNameAt(index)
  if (value.startsWith('#') || isPictureOrFont(value)) {
    pieces.push(` ${name}=${escaped(value)}`)
    return
  }
  const reference = references.add(value)
  const fragment = value.includes('#') ? value.slice(value.indexOf('#')) : ''
  pieces.push(known => {
    const address = known.load(reference)
    return address === null ? '' : ` ${name}=${escaped(address + fragment)}`
  })
}

function srcsetAttribute(srcset: string, pieces: ReferencePiece[], { references }: ElementContext): void {
  const candidates = srcsetCandidates(srcset).map(({ url, description }) => ({
    reference: references.add(url),
    description,
  }))
  if (candidates.length === 0) return
  pieces.push(known => {
    const here = candidates.flatMap(({ reference, description }) => {
      const address = known.load(reference)
      return address === null ? [] : [candidate(address, description)]
    })
    return here.length === 0 ? '' : ` srcset=${escaped(here.join(', '))}`
  })
}

/** An address must not end in a comma there, nor a description hold anything but a number and its unit. */
export function candidate(address: string, description: string): string {
  const written = address.replace(/,+$/, commas => '%2C'.repeat(commas.length))
  return /^[\d.]{1,10}[wxh]$/.test(description) ? `${written} ${description}` : written
}

export function styleAttribute(
  name: string,
  css: string,
  pieces: ReferencePiece[],
  { references }: ElementContext,
): void {
  if (!css.includes('(') && !css.includes('\\') && !css.includes('--')) {
    pieces.push(` ${name}=${escaped(css)}`)
    return
  }
  const inner = cssPieces(css, references)
  pieces.push(known => ` ${name}=${escaped(write(inner, known))}`)
}

function checkedAttribute(tag: Tag, index: number, pieces: ReferencePiece[], context: ElementContext): void {
  const value = tag.valueAt(index)
  if (value.length > MAX_CHECKED) return
  // an abbreviation of the document's own (xml-head.ts) may stand for anything
  if (context.isSvg && /&[a-z]/i.test(value)) return
  if (HAS_CSS_URL.test(value)) styleAttribute(tag.writtenNameAt(index), value, pieces, context)
  else if (!LEADS_AWAY.test(value)) keep(tag, index, pieces, context)
}
