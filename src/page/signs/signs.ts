/**
 * Pages that hold little for a reader who is offline, or has no account or no money to spend there: empty without scripts, behind a
 * wall, or a shop. What was seen is counted in points; a sign is given from the point where it is likelier than not, and says why.
 *
 * The three must not be seen in what is common everywhere: a "Shop" in a menu, a request for donations, a script that adds to a
 * page whose text is there. So no single weak trait is enough, and text that can be read speaks against walls and scripts.
 */
import type { Page, PageSign } from '../../contracts.js'
import { countPrices } from './prices.js'
import { findEvidence, type SignEvidence } from './evidence.js'
import { ASKS_FOR_SCRIPT, CART_WORD, DELIVERY, PAYWALL_PHRASES, SHOP_TITLE } from './phrases.js'

type Signed = Pick<Page, 'url' | 'mime' | 'bytes' | 'declared' | 'title' | 'text' | 'fullText' | 'textSource' | 'links'>

/** In order of strength; empty for most pages. `page` must be HTML. */
export function findSigns(page: Signed): PageSign[] {
  const evidence = findEvidence(page)
  const signs = [needsScript(page, evidence), paywall(page, evidence), shop(page, evidence)]
  return signs.filter(sign => sign !== null).sort((a, b) => b.strength - a.strength)
}

/** A reader needs about this much to have read something. */
const LITTLE_TEXT = 200
const SOME_TEXT = 600

function needsScript({ fullText, textSource, links }: Signed, evidence: SignEvidence): PageSign | null {
  const isHidden = textSource === 'hidden'
  const size = isHidden ? 0 : sizeOf(fullText)
  if (size >= SOME_TEXT) return null
  const hasScripts = evidence.scriptFiles > 0 || evidence.scriptText > 0
  const asksAloud = !isHidden && ASKS_FOR_SCRIPT.test(fullText)
  const asks = asksAloud || evidence.noscriptRefresh || ASKS_FOR_SCRIPT.test(evidence.noscript)
  const root = evidence.appRoot
  // pictures, frames and menus are something to look at, too
  const isBare = evidence.shown < 3 && links.length < 10
  let strength = 0
  let because = ''
  if (size < LITTLE_TEXT && root !== '' && hasScripts) {
    strength = isBare ? 0.95 : 0.8
    because = `the element "${root}" waits for a script, and there is no text`
  } else if (size < LITTLE_TEXT && asks && (isBare || asksAloud)) {
    strength = 0.9
    because = 'it asks for JavaScript, and there is no text'
  } else if (asksAloud && links.length < 10) {
    strength = 0.8
    because = 'its text asks for JavaScript'
  } else if (size === 0 && hasScripts && (isHidden || links.some(({ anchor }) => anchor !== ''))) {
    strength = 0.7
    because = 'all its text is hidden until a script shows it'
  } else if (size < 50 && isBare && evidence.shown === 0 && evidence.scriptFiles + evidence.scriptText / 1_000 >= 1) {
    strength = 0.7
    because = 'there are scripts, but no text, pictures or frames'
  }
  return strength === 0 ? null : { kind: 'needs-script', strength, because }
}

/** More than the beginning of an article: whoever put up a wall, the text is here. */
const WHOLE_ARTICLE = 5_000

function paywall({ url, text, fullText }: Signed, evidence: SignEvidence): PageSign | null {
  const isWhole = sizeOf(text) >= WHOLE_ARTICLE
  // the words of a wall stand at the end of what can be read
  const phrase = isWhole || isHomePage(url) ? null : firstMatch(PAYWALL_PHRASES, fullText)
  let strength = 0
  const because: string[] = []
  if (evidence.notFree) {
    strength = isWhole ? 0.6 : 0.9
    because.push('the page declares that it is not free')
  }
  if (phrase !== null) {
    strength = Math.max(strength, evidence.wall === '' ? 0.75 : 0.9)
    because.push(`it says "${phrase}"`)
  }
  if (evidence.wall !== '' && strength > 0) because.push(`an element is called "${evidence.wall}"`)
  else if (evidence.wall !== '' && sizeOf(text) < 1_500 && /^pay-?wall$/i.test(evidence.wall)) {
    strength = 0.6
    because.push(`an element is called "${evidence.wall}", and there is little text`)
  }
  return strength === 0 ? null : { kind: 'paywall', strength, because: because.join(', ') }
}

/** Points from which a page is taken for a shop, and strengths by whole points above. */
const SHOP_POINTS = 3
const SHOP_STRENGTHS = [0.6, 0.75, 0.9] as const
/** Lines of menus, tiles and lists, where goods have their prices; those of articles are longer. */
const SHORT_LINE = 100

function shop({ title, fullText, links }: Signed, evidence: SignEvidence): PageSign | null {
  const { cartControls: controls, buyButtons } = evidence
  const lines = shortLines(fullText)
  const prices = countPrices(lines)
  const cartWord = CART_WORD.exec(lines)
  const hasCart = evidence.cartPages > 0 || cartWord !== null
  const shopTitle = SHOP_TITLE.exec(title)
  const traits: (readonly [points: number, because: string])[] = []
  const add = (points: number, because: string): void => {
    if (points > 0) traits.push([points, because])
  }
  if (evidence.product && evidence.offer) add(2.5, 'the page declares a product with its price')
  else if (evidence.product) add(1, 'the page declares a product')
  add(Math.min(4, controls === 0 ? 0 : 1 + controls), `${controls} × "add to cart"`)
  add(buyButtons === 0 ? 0 : buyButtons >= 3 && prices > 0 ? 2 : 1, `${buyButtons} × "buy"`)
  add(hasCart ? 1.5 : 0, cartWord === null ? 'a link to the cart' : `"${cartWord[0].trim()}"`)
  add(shopTitle === null ? 0 : 1.5, shopTitle === null ? '' : `its title says "${shopTitle[0]}"`)
  add(prices >= 8 ? 2 : prices >= 3 ? 1.5 : prices >= 1 ? 0.5 : 0, `${prices} ${prices === 1 ? 'price' : 'prices'}`)
  if (evidence.software !== '') add(1.5, `made with ${evidence.software}`)
  else add(evidence.shopAddition === '' ? 0 : 0.5, `made with ${evidence.shopAddition}`)
  const delivery = hasCart || shopTitle !== null || evidence.software !== '' ? DELIVERY.exec(lines) : null
  if (delivery !== null) add(1, `"${delivery[0]}"`)
  const points = traits.reduce((sum, [worth]) => sum + worth, 0)
  if (points < SHOP_POINTS || links.length === 0) return null
  const strength = SHOP_STRENGTHS[Math.min(SHOP_STRENGTHS.length - 1, Math.floor(points - SHOP_POINTS))]
  const because = traits
    .sort((a, b) => b[0] - a[0])
    .slice(0, 3)
    .map(([, why]) => why)
  return { kind: 'shop', strength, because: because.join(', ') }
}

function shortLines(text: string): string {
  return text
    .split('\n')
    .filter(line => line.length <= SHORT_LINE)
    .join('\n')
}

/** A list of articles, some of which may have a wall: not an article. */
function isHomePage(url: string): boolean {
  return /^[a-z]+:\/\/[^/]*\/?$/i.test(url)
}

function firstMatch(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match !== null) return match[0].replaceAll('\n', ' ').slice(0, 60)
  }
  return null
}

/** Characters, where one that stands for a syllable or word counts for more. */
function sizeOf(text: string): number {
  let wide = 0
  const end = Math.min(text.length, WHOLE_ARTICLE)
  for (let k = 0; k < end; k++) if (text.charCodeAt(k) >= 0x2e80) wide++
  return text.length + 1.5 * wide
}
