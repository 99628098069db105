/**
 * An archived HTML or SVG document as it is shown: without scripts, and with addresses that lead into the archive.
 *
 * Every tag is written anew from what the scanner understood, and text can hold no `<`: a browser that reads the document differently
 * (comments, quotes that stay open, raw text inside SVG) finds nothing but what was decided here. Comments are left out. Linear time.
 */
import { codeUnits } from '../../page/html/code-units.js'
import { refreshTarget } from '../../page/html/meta.js'
import { scanHtml, type HtmlEvents } from '../../page/html/scanner.js'
import { RAW, TAG, TAG_FLAGS, VOID } from '../../page/html/tags.js'
import type { ReplayWords } from '../contracts.js'
import type { ArchivedUrls } from './address.js'
import { ANIMATIONS, GONE, GONE_WITH_CONTENT, PLAIN_NAME, quoted, withoutLikenesses } from './attribute-rules.js'
import { writeAttributes } from './attributes.js'
import { asFrame, asLink, asObject, asPicture, type ElementContext } from './elements.js'
import { MARKS } from './marks.js'
import { References, write, type ReferencePiece, type ReferencePlaces } from './references.js'
import { asStyleText, cssPieces, withoutWrapping } from './rewrite-css.js'
import { Tag } from './tag.js'
import { xmlHead } from './xml-head.js'

export interface Document {
  readonly text: string
  /** Canonical. */
  readonly url: string
  readonly charset: string
  /** How it is read and written: an XHTML page is read as XML and written as HTML. */
  readonly reads: 'html' | 'xml'
  readonly writes: 'html' | 'svg'
}

export interface Rewritten {
  readonly text: string
  /** Where the page leads at once by itself, if that is archived; '' otherwise. */
  readonly refresh: string
  /** The same as the address on the Web. */
  readonly refreshUrl: string
}

/** Pages that say "one moment" wait a little longer. */
const MAX_REFRESH_SECONDS = 1

export function rewriteDocument(
  document: Document,
  library: ArchivedUrls,
  places: ReferencePlaces,
  words: ReplayWords,
): Rewritten {
  const references = new References(document.url, document.charset)
  const isSvg = document.writes === 'svg'
  const head = isSvg ? xmlHead(document.text) : { text: doctypeOf(document.text), rest: document.text }
  const rewriter = new Rewriter(head.rest, references, isSvg, words, (places.head ?? '') + MARKS)
  // by the letter: the browser that reads the copy runs no scripts
  scanHtml(head.rest, codeUnits(head.rest), rewriter, document.reads === 'xml', false)
  rewriter.finish()
  const known = references.settle(library, places)
  const refresh = known.url(rewriter.refresh) === document.url ? '' : (known.load(rewriter.refresh) ?? '')
  const refreshUrl = refresh === '' ? '' : known.url(rewriter.refresh)
  return { text: head.text + write(rewriter.pieces, known), refresh, refreshUrl }
}

/** It decides between two ways of layout. Only what has the shape of one is copied. */
function doctypeOf(html: string): string {
  const found =
    /<!doctype\s+html(?:\s+(?:public|system)(?:\s*"[\w\s./:+-]{0,200}"|\s*'[\w\s./:+-]{0,200}'){0,2})?\s*>/i.exec(
      html.slice(0, 2_000),
    )
  return found === null ? '' : found[0]
}

class Rewriter implements HtmlEvents {
  readonly pieces: ReferencePiece[] = []
  refresh = -1
  private readonly tag: Tag
  private readonly context: ElementContext
  /** The element whose content is not markup and which is open: how it is written; '' for none. */
  private raw = ''
  private rawName = ''
  private isMarked: boolean
  private foreign = 0

  constructor(
    private readonly html: string,
    private readonly references: References,
    private readonly isSvg: boolean,
    words: ReplayWords,
    private readonly marks: string,
  ) {
    this.tag = new Tag(html)
    this.isMarked = isSvg
    this.context = { references, isSvg, words, promoted: new Set(), isFallback: false }
  }

  finish(): void {
    this.mark()
    if (this.rawName !== '') this.pieces.push(`</${this.rawName}>`)
  }

  text(start: number, end: number): void {
    if (this.raw !== '') {
      this.rawText(this.html.slice(start, end))
      return
    }
    const text = this.html.slice(start, end)
    const isData = this.html.startsWith('<![CDATA[', start - 9)
    this.pieces.push(withoutTags(isData ? text.replaceAll('&', '&amp;') : text))
  }

  open(_tag: number, nameStart: number, nameEnd: number): void {
    this.tag.begin(nameStart, nameEnd)
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    this.tag.add(nameStart, nameEnd, valueStart, valueEnd)
  }

  opened(number: number, closed: boolean): void {
    const { tag, pieces } = this
    const { local } = tag
    const isRaw = (TAG_FLAGS[number] & RAW) !== 0 && !closed
    if (isRaw) this.raw = local
    if (!this.isMarked && number !== TAG.html && local !== 'head' && !GONE.has(local)) this.mark()
    if (local === 'noscript') this.context.isFallback = !closed
    if (local === 'base') this.references.setBase(tag.value('href'))
    if (local === 'meta') this.meta()
    if (GONE.has(local) || local === 'meta' || !PLAIN_NAME.test(tag.name)) return
    if (ANIMATIONS.has(local) && (local === 'discard' || /href/i.test(tag.value('attributename')))) return
    if (this.special(local)) return
    if (GONE_WITH_CONTENT.has(local)) return
    const name = nameOf(local, tag.name)
    if (isRaw) this.rawName = name
    if (local === 'svg' || local === 'math') this.foreign += closed ? 0 : 1
    pieces.push(`<${name}`)
    writeAttributes(tag, pieces, this.context)
    const isVoid = !this.isSvg && (TAG_FLAGS[number] & VOID) !== 0
    // an end tag of its own is understood in every vocabulary, "/>" only in some
    pieces.push(closed && !isVoid ? `></${name}>` : '>')
    if (local === 'head') this.mark()
  }

  close(_tag: number, nameStart: number, nameEnd: number): void {
    const name = this.html.slice(nameStart, nameEnd)
    const local = name.slice(name.lastIndexOf(':') + 1).toLowerCase()
    this.raw = this.rawName = ''
    if (local === 'noscript') this.context.isFallback = false
    if (local === 'meta' || (this.isSvg && NOT_IN_DRAWINGS.has(local))) return
    if (local === 'object' || local === 'applet') this.pieces.push('</span>')
    else if (GONE.has(local) || GONE_WITH_CONTENT.has(local) || !PLAIN_NAME.test(name)) return
    else this.pieces.push(`</${nameOf(local, name)}>`)
    if ((local === 'svg' || local === 'math') && this.foreign > 0) this.foreign--
  }

  /** Elements that become something else, or nothing, by what is in the library. */
  private special(local: string): boolean {
    if (this.isSvg) return NOT_IN_DRAWINGS.has(local)
    switch (local) {
      case 'link':
        asLink(this.tag, this.pieces, this.context)
        return true
      case 'img':
      case 'image':
        if (local === 'image' && this.foreign > 0) return false
        asPicture(this.tag, this.pieces, this.context)
        return true
      case 'iframe':
      case 'frame':
        asFrame(this.tag, this.pieces, this.context)
        return true
      case 'object':
      case 'applet':
      case 'embed':
        asObject(this.tag, this.pieces, this.context)
        return true
      default:
        return false
    }
  }

  private meta(): void {
    const { tag } = this
    if (tag.value('http-equiv').trim().toLowerCase() === 'refresh') {
      const content = tag.value('content')
      const target = refreshTarget(content)
      if (target !== '' && this.refresh === -1 && parseFloat(content) <= MAX_REFRESH_SECONDS)
        this.refresh = this.references.add(target)
      return
    }
    // of all the others only these change what a reader sees
    const name = tag.value('name').trim().toLowerCase()
    if (name === 'viewport' || name === 'color-scheme')
      this.pieces.push(`<meta name="${name}" content=${quoted(tag.value('content').replaceAll('&', '&amp;'))}>`)
  }

  private rawText(text: string): void {
    switch (this.raw) {
      case 'style': {
        const css = withoutWrapping(text)
        const isMarkup = this.isSvg || this.foreign > 0
        const pieces = cssPieces(isMarkup ? plainText(css) : css, this.references)
        this.pieces.push(known => {
          const rewritten = asStyleText(write(pieces, known))
          return isMarkup ? rewritten.replaceAll('&', '&amp;') : rewritten
        })
        return
      }
      case 'title':
      case 'textarea':
        this.pieces.push(withoutTags(text))
        return
      case 'xmp':
      case 'plaintext':
        this.pieces.push(withoutTags(text.replaceAll('&', '&amp;')))
    }
  }

  /** Our style stands in the head, before the page's own. */
  private mark(): void {
    if (this.isMarked) return
    this.isMarked = true
    this.pieces.push(this.marks)
  }
}

/** HTML in a drawing that is a document of its own: what it would load is left out. */
const NOT_IN_DRAWINGS: ReadonlySet<string> = new Set(['applet', 'embed', 'frame', 'iframe', 'link', 'object'])

/** Preformatted text whose end a browser would look for in its own way. */
function nameOf(local: string, name: string): string {
  return local === 'xmp' || local === 'plaintext' ? 'pre' : name
}

function withoutTags(text: string): string {
  return withoutLikenesses(text.includes('<') ? text.replaceAll('<', '&lt;') : text)
}

function plainText(css: string): string {
  return css.replace(/&(lt|gt|amp|quot|apos|#39|#34);/g, (_, name: string) => REFERENCES[name])
}

const REFERENCES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#34': '"',
}
