/** What the markup of a page says about shops, walls and scripts, counted in one pass; `signs.ts` weighs it. */
import { decodeHTMLAttribute } from 'entities/decode'
import type { Page } from '../../contracts.js'
import { codeUnits } from '../html/code-units.js'
import { htmlOf } from '../charset/decode.js'
import { scanHtml, type HtmlEvents } from '../html/scanner.js'
import { TAG, tagNumber } from '../html/tags.js'
import { isXml } from '../http/mime.js'
import {
  APP_ROOT,
  BUY_BUTTONS,
  CART_BUTTONS,
  CART_CONTROL,
  CART_PAGE,
  CONTENT_PLACE,
  PAYWALL_MARK,
  SHOP_ADDITION,
  SHOP_SOFTWARE,
} from './phrases.js'
import { foldSpace } from '../html/text-builder.js'

export interface SignEvidence {
  /** Characters of scripts in the page, and scripts as files. */
  scriptText: number
  scriptFiles: number
  /** Pictures, frames and objects: a page without words may still show something. */
  shown: number
  noscript: string
  noscriptRefresh: boolean
  /** The id of an element that a script fills, '' when there is none. */
  appRoot: string
  /** The place of the page's own content, by its name, holds no words and nothing to look at. */
  emptyPlace: boolean
  product: boolean
  offer: boolean
  /** Buttons, forms and links that put goods into a cart. */
  cartControls: number
  cartPages: number
  /** Buttons and links that buy. */
  buyButtons: number
  software: string
  shopAddition: string
  /** schema.org: isAccessibleForFree is false. */
  notFree: boolean
  /** A class or id that names a wall, '' when there is none. */
  wall: string
}

const MAX_NOSCRIPT = 1_000
const MAX_VALUE = 1_000
/** Structured data beyond is a catalogue: its beginning says so as well. */
const MAX_JSON = 100_000
const MAX_BUTTON = 60

export function findEvidence(page: Pick<Page, 'bytes' | 'declared' | 'mime'>): SignEvidence {
  const html = htmlOf(page)
  const reader = new EvidenceReader(html)
  scanHtml(html, codeUnits(html), reader, isXml(page.mime))
  // Angular's root is an element of its own
  if (reader.evidence.appRoot === '' && /<app-root[\s>]/i.test(html)) reader.evidence.appRoot = 'app-root'
  return reader.evidence
}

const BUTTON = tagNumber('button')
const MAIN = tagNumber('main')
/** "Loading, please wait…" */
const FEW_WORDS = 40

/** First letters, in any case, of the attributes that are read: most attributes are sizes, titles and the like. */
const TELLS = new Uint8Array(32)
for (const letter of 'acdfhinopstv') TELLS[letter.charCodeAt(0) & 31] = 1

/** Most classes and addresses hold none of these, and need no closer look. */
const CART_HINT =
  /cart|bask|bag|trolley|checkout|korb|wagen|panier|carri|carre|cesta|winkelm|kurv|varuk|ostosk|kosz|kosi|kosar|korpa|\/cos|sepet|korzin|gio-hang|keranj/i
const WALL_HINT = /[a-z]wall|-wall|-gate|subscri|metered|locked|piano|poool|denial/i

class EvidenceReader implements HtmlEvents {
  readonly evidence: SignEvidence = {
    scriptText: 0,
    scriptFiles: 0,
    shown: 0,
    noscript: '',
    noscriptRefresh: false,
    appRoot: '',
    emptyPlace: false,
    product: false,
    offer: false,
    cartControls: 0,
    cartPages: 0,
    buyButtons: 0,
    shopAddition: '',
    software: '',
    notFree: false,
    wall: '',
  }
  private tag = 0
  private rawTag = 0
  private inNoscript = false
  private button = ''
  private inButton = false
  // the place of the content: its tag, elements of this tag that are open in it, what it holds so far
  private place = 0
  private placeDepth = 0
  private placeText = 0
  private shownBefore = 0
  private hasPlace = false
  // of the tag being read
  private type = ''
  private name = ''
  private content = ''
  private source = ''
  private label = ''
  private isCart = false
  private isPlace = false

  constructor(private readonly html: string) {}

  open(tag: number): void {
    this.tag = tag
    this.type = this.name = this.content = this.source = this.label = ''
    this.isCart = false
    this.isPlace = tag === MAIN
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const length = valueEnd - valueStart
    // a script may have its code in its address
    if (
      length === 0 ||
      (length > MAX_VALUE && this.tag !== TAG.script) ||
      TELLS[this.html.charCodeAt(nameStart) & 31] === 0
    )
      return
    switch (this.html.slice(nameStart, Math.min(nameEnd, nameStart + 20)).toLowerCase()) {
      case 'class':
        this.readClass(this.html.slice(valueStart, valueEnd))
        break
      case 'id':
        this.readId(this.html.slice(valueStart, valueEnd))
        break
      case 'type':
        this.type = this.html.slice(valueStart, valueEnd).toLowerCase()
        break
      case 'name':
      case 'property':
      case 'http-equiv':
        this.name = this.html.slice(valueStart, valueEnd).toLowerCase()
        this.isCart ||= CART_HINT.test(this.name) && CART_CONTROL.test(this.name)
        break
      case 'content':
        this.content = this.html.slice(valueStart, valueEnd)
        break
      case 'itemtype':
        this.readType(this.html.slice(valueStart, valueEnd))
        break
      case 'itemprop':
        this.readProperty(this.html.slice(valueStart, valueEnd))
        break
      case 'src':
        this.source = this.html.slice(valueStart, valueEnd)
        break
      case 'href':
        this.readAddress(this.html.slice(valueStart, valueEnd))
        break
      case 'action':
      case 'formaction':
      case 'data-action':
      case 'onclick':
        this.isCart ||= CART_CONTROL.test(this.html.slice(valueStart, valueEnd))
        break
      case 'value':
      case 'alt':
        this.label = this.html.slice(valueStart, valueEnd)
        break
    }
  }

  opened(tag: number, closed: boolean): void {
    const { evidence } = this
    switch (tag) {
      case TAG.script:
        if (this.source !== '') {
          evidence.scriptFiles++
          this.readSoftware(this.source)
        }
        break
      case TAG.meta:
        this.readMeta()
        break
      case TAG.link:
        this.readSoftware(this.source)
        break
      case TAG.img:
        this.isCart ||= this.isCartButton(this.label)
        evidence.shown++
        break
      case TAG.iframe:
      case TAG.frame:
      case TAG.object:
      case TAG.embed:
      case TAG.video:
        evidence.shown++
        break
      case TAG.input:
        // a form is something to look at, too
        if (this.type !== 'hidden') this.placeText += FEW_WORDS
        if (/submit|button|image/.test(this.type)) this.isCart ||= this.isCartButton(this.label)
        break
      case TAG.noscript:
        this.inNoscript = !closed
        break
    }
    if (this.isCart && tag !== TAG.script && tag !== TAG.link && tag !== TAG.meta) evidence.cartControls++
    if ((tag === BUTTON || tag === TAG.a) && !closed) {
      this.inButton = !this.isCart
      this.button = ''
    }
    if (!closed && (tag === TAG.script || tag === TAG.style || tag === TAG.title)) this.rawTag = tag
    if (!closed && tag !== TAG.other) this.openPlace(tag)
  }

  text(start: number, end: number): void {
    const { evidence, html } = this
    if (this.rawTag === TAG.script) {
      if (this.type.includes('ld+json')) this.readJson(html.slice(start, Math.min(end, start + MAX_JSON)))
      else evidence.scriptText += end - start
    } else if (this.rawTag === 0 && this.inNoscript) {
      if (evidence.noscript.length < MAX_NOSCRIPT)
        evidence.noscript += html.slice(start, Math.min(end, start + MAX_NOSCRIPT))
    } else {
      if (this.inButton && this.button.length <= MAX_BUTTON)
        this.button += html.slice(start, Math.min(end, start + MAX_BUTTON + 1))
      if (this.place !== 0 && this.placeText < FEW_WORDS)
        this.placeText += html.slice(start, Math.min(end, start + MAX_VALUE)).trim().length
    }
  }

  close(tag: number): void {
    this.rawTag = 0
    if (tag === TAG.noscript) this.inNoscript = false
    if (tag === this.place && tag !== 0) this.closePlace()
    if ((tag === BUTTON || tag === TAG.a) && this.inButton) {
      this.inButton = false
      if (this.isCartButton(this.button)) this.evidence.cartControls++
    }
  }

  private openPlace(tag: number): void {
    if (this.place === tag) this.placeDepth++
    if (this.place !== 0 || !this.isPlace) return
    this.place = tag
    this.placeDepth = 1
    this.placeText = 0
    this.shownBefore = this.evidence.shown
  }

  /** A place that is filled tells more than another that is not. */
  private closePlace(): void {
    if (--this.placeDepth > 0) return
    const isEmpty = this.placeText < FEW_WORDS && this.evidence.shown === this.shownBefore
    this.evidence.emptyPlace = isEmpty && (this.evidence.emptyPlace || !this.hasPlace)
    this.hasPlace = true
    this.place = 0
  }

  private readClass(value: string): void {
    if (CART_HINT.test(value)) this.isCart ||= CART_CONTROL.test(value)
    if (WALL_HINT.test(value)) this.readWall(value)
  }

  private readId(value: string): void {
    this.readClass(value)
    this.isPlace ||= APP_ROOT.test(value) || CONTENT_PLACE.test(value)
    if (this.evidence.appRoot === '' && APP_ROOT.test(value)) this.evidence.appRoot = value.slice(0, 20)
  }

  private readWall(value: string): void {
    if (this.tag === TAG.script || this.tag === TAG.link || this.evidence.wall !== '') return
    this.evidence.wall =
      PAYWALL_MARK.exec(value)?.[0]
        .trim()
        .replace(/^[-_]|[-_]$/g, '') ?? ''
  }

  private readType(value: string): void {
    if (/schema\.org\/product\b/i.test(value)) this.evidence.product = true
    if (/schema\.org\/(?:aggregate)?offer\b/i.test(value)) this.evidence.offer = true
  }

  private readProperty(value: string): void {
    if (/^price$/i.test(value)) this.evidence.offer = true
    if (/^isAccessibleForFree$/i.test(value)) this.name = 'isaccessibleforfree'
  }

  private readAddress(value: string): void {
    if (this.tag === TAG.link) this.source = value
    else if (this.tag === TAG.a && CART_HINT.test(value)) {
      this.isCart ||= CART_CONTROL.test(value)
      if (!this.isCart && CART_PAGE.test(value)) this.evidence.cartPages++
    }
  }

  private readMeta(): void {
    const { evidence, name, content } = this
    switch (name) {
      case 'og:type':
        if (/^(?:og:)?product(?:\.item)?$/i.test(content.trim())) evidence.product = evidence.offer = true
        break
      case 'product:price:amount':
      case 'og:price:amount':
        evidence.product = evidence.offer = true
        break
      case 'article:content_tier':
        if (/^(?:locked|metered)$/i.test(content.trim())) evidence.notFree = true
        break
      case 'isaccessibleforfree':
        if (/^false$/i.test(content.trim())) evidence.notFree = true
        break
      case 'generator':
        this.readSoftware(content)
        break
      case 'refresh':
        if (this.inNoscript) evidence.noscriptRefresh = true
        break
    }
  }

  private readSoftware(value: string): void {
    const { evidence } = this
    evidence.software ||= SHOP_SOFTWARE.exec(value)?.[0].toLowerCase() ?? ''
    evidence.shopAddition ||= SHOP_ADDITION.exec(value)?.[0].toLowerCase() ?? ''
  }

  private readJson(json: string): void {
    const { evidence } = this
    if (/"isAccessibleForFree"\s*:\s*(?:"?false|"http:\/\/schema\.org\/False)/i.test(json)) evidence.notFree = true
    if (/"@type"\s*:\s*(?:\[\s*)?"(?:https?:\/\/schema\.org\/)?Product(?:Group)?"/.test(json)) evidence.product = true
    if (/"@type"\s*:\s*"(?:Aggregate)?Offer"|"price"\s*:/.test(json)) evidence.offer = true
  }

  /** Counts those that buy, too. */
  private isCartButton(text: string): boolean {
    if (text.length < 2 || text.length > MAX_BUTTON) return false
    const words = plainWords(text)
    if (BUY_BUTTONS.has(words)) this.evidence.buyButtons++
    return CART_BUTTONS.has(words)
  }
}

/** Signs, symbols and numbers around the words of a button say nothing. */
function plainWords(text: string): string {
  const words = text.includes('&') ? decodeHTMLAttribute(text) : text
  let start = 0
  let end = words.length
  while (start < end && isSign(words.charCodeAt(start))) start++
  while (end > start && isSign(words.charCodeAt(end - 1))) end--
  const plain = words.slice(start, end).toLowerCase()
  return /\s\s|[\n\t]/.test(plain) ? foldSpace(plain) : plain
}

/** Below the letters of ASCII, punctuation and arrows, letters of icon fonts, emoji. */
function isSign(code: number): boolean {
  return (
    code < 65 ||
    (code > 0x7a && code < 0xc0) ||
    (code >= 0x2000 && code < 0x2c00) ||
    (code >= 0xd800 && code < 0xf900) ||
    code > 0xfe0d
  )
}
