/** What runs in pages, as source text: it must stand alone, and is never run here. */

/**
 * Before the page's own scripts, in each of its frames and workers: stand-ins for what the browser is not given, so that a page which
 * waits for it, or does not ask whether it is there, goes on. None of this keeps anything safe (launch.ts does).
 *
 * A connection fails as with a server that is down. Pictures and fonts are not loaded, and are told to have come. Shadow trees are open,
 * so that SERIALISE sees them. The page's clock stands while a script runs: one that waits in a loop sees it go on all the same. The first
 * frames of an animation come by the page's clock: what is shown behind one would wait for a screen. Others come as they are drawn, since
 * most animations never end.
 */
export const STAND_INS = `(() => {
  const change = work => { try { work() } catch {} }
  const give = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
  const failing = (name, events, states) => {
    const made = { [name]: class extends EventTarget {
      constructor(url) {
        super()
        this.url = String(url)
        this.readyState = 0
        this.bufferedAmount = 0
        for (const type of ['open', 'message', ...events]) {
          this['on' + type] = null
          this.addEventListener(type, event => { if (typeof this['on' + type] === 'function') this['on' + type](event) })
        }
        setTimeout(() => {
          if (this.readyState === states.CLOSED) return
          this.readyState = states.CLOSED
          for (const type of events) this.dispatchEvent(new Event(type))
        }, 100)
      }
      send() {}
      close() { this.readyState = states.CLOSED }
    } }[name]
    Object.assign(made, states)
    Object.assign(made.prototype, states)
    give(name, made)
  }
  change(() => failing('WebSocket', ['error', 'close'], { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }))
  change(() => failing('EventSource', ['error'], { CONNECTING: 0, OPEN: 1, CLOSED: 2 }))
  for (const name of ['SharedWorker', 'WebTransport', 'RTCPeerConnection', 'webkitRTCPeerConnection']) change(() => delete globalThis[name])
  change(() => delete Navigator.prototype.serviceWorker)
  change(() => { Navigator.prototype.sendBeacon = () => true })
  change(() => { Notification.requestPermission = async told => { told?.('denied'); return 'denied' } })
  if (typeof document === 'undefined') return
  globalThis.open = () => null
  const { attachShadow } = Element.prototype
  change(() => { Element.prototype.attachShadow = function (init) { return attachShadow.call(this, { ...init, mode: 'open' }) } })
  change(() => {
    const picture = HTMLImageElement.prototype
    const { get, set } = Object.getOwnPropertyDescriptor(picture, 'src')
    const told = new WeakMap()
    const tell = image => {
      if (told.get(image) === image.getAttribute('src')) return
      told.set(image, image.getAttribute('src'))
      setTimeout(() => image.dispatchEvent(new Event('load')), 50)
    }
    const come = function (value) { set.call(this, value); told.delete(this); tell(this) }
    Object.defineProperty(picture, 'src', { get, set: come, configurable: true, enumerable: true })
    const { setAttribute } = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      setAttribute.call(this, name, value)
      if (this instanceof HTMLImageElement && /^src$/i.test(name)) tell(this)
    }
    // those of the page itself come with its load event, as far as that waits for them
    const tellAll = () => { for (const image of document.images) if (image.hasAttribute('src')) tell(image) }
    addEventListener('DOMContentLoaded', tellAll)
    addEventListener('load', tellAll)
    picture.decode = () => Promise.resolve()
  })
  change(() => { FontFaceSet.prototype.load = () => Promise.resolve([]) })
  change(() => { FontFace.prototype.load = function () { return Promise.resolve(this) } })
  change(() => {
    const drawn = requestAnimationFrame.bind(globalThis)
    const cancel = cancelAnimationFrame.bind(globalThis)
    let frames = 60, last = 0, next = null
    const show = () => {
      const now = performance.now(), all = next
      next = null
      for (const callback of all.values()) try { callback(now) } catch (error) { reportError(error) }
    }
    give('requestAnimationFrame', callback => {
      if (typeof callback !== 'function' || (next === null && frames === 0)) return drawn(callback)
      if (next === null) { next = new Map(); frames--; setTimeout(show, 16) }
      next.set(--last, callback)
      return last
    })
    give('cancelAnimationFrame', id => { if (id < 0) next?.delete(id); else cancel(id) })
  })
  const goingOn = read => {
    let last = -1, times = 0, ahead = 0
    return () => {
      const now = read()
      if (now !== last) { last = now; times = 0 } else if (++times > 1000) ahead++
      return now + ahead
    }
  }
  change(() => {
    const now = goingOn(performance.now.bind(performance))
    Performance.prototype.now = () => now()
  })
  change(() => {
    const Clock = Date
    const now = goingOn(Clock.now)
    Clock.now = () => now()
    const made = new Proxy(Clock, {
      construct: (target, given, caller) => Reflect.construct(target, given.length === 0 ? [now()] : given, caller),
      apply: () => new Clock(now()).toString(),
    })
    Clock.prototype.constructor = made
    give('Date', made)
  })
})()`

/** What is shown behind an animation would wait for a screen: those that end have ended. */
export const END_ANIMATIONS =
  'for (const one of document.getAnimations()) try { if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish() } catch {}'

/** Brings the end of the page into view, for lists that grow there. Some sites start their scripts when the reader moves. */
export const SCROLL_DOWN =
  "document.dispatchEvent(new MouseEvent('mousemove', { bubbles: true })); " +
  'window.scrollTo(0, (document.scrollingElement ?? document.documentElement).scrollHeight)'

/** A list may hold only what is in view: its beginning counts more than its end. */
export const SCROLL_UP = 'window.scrollTo(0, 0)'

export const COUNT_ELEMENTS = "document.getElementsByTagName('*').length"

/** Over when the page was drawn twice: what watches for elements that come into view was called between. */
export const TWO_FRAMES = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`

/**
 * The document as a reader sees it, as HTML that needs no scripts: without scripts, what is for browsers without them, and what the
 * browser says about errors of XML; shadow trees in place of their hosts' content, styles that scripts have made as text. Runs in a world
 * of its own, where the page's scripts have changed nothing. Stops at a number of characters.
 */
export const SERIALISE = `(limit => {
  const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
  const RAW = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])
  const LEFT_OUT = new Set(['script', 'noscript', 'parsererror'])
  const text = value => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\\u00a0/g, '&nbsp;')
  const quoted = value => value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/\\u00a0/g, '&nbsp;')
  const rules = sheet => { try { return Array.from(sheet.cssRules, rule => rule.cssText).join('\\n').replace(/<\\//g, '<\\\\/') } catch { return '' } }
  const adopted = root => (root.adoptedStyleSheets ?? []).length === 0 ? '' : '<style>' + Array.from(root.adoptedStyleSheets, rules).join('\\n') + '</style>'
  let html = ''
  let isCut = false
  const put = piece => { if (html.length + piece.length > limit) isCut = true; else html += piece }
  const children = (node, depth) => { for (let child = node.firstChild; child !== null && !isCut; child = child.nextSibling) write(child, depth) }
  const write = (node, depth) => {
    if (isCut || depth > 400) return
    if (node.nodeType === 3) return put(text(node.data))
    if (node.nodeType !== 1) return
    const name = node.localName
    if (LEFT_OUT.has(name) && !(name === 'script' && /json/.test(node.type))) return
    if (name === 'slot' && node.getRootNode() instanceof ShadowRoot) {
      const given = node.assignedNodes()
      if (given.length > 0) { for (const one of given) write(one, depth + 1) } else children(node, depth + 1)
      return
    }
    // a frame that a script has written has no address that it could be asked for by
    const frame = name === 'iframe' && (node.hasAttribute('srcdoc') || !node.getAttribute('src')) ? node.contentDocument?.body ?? null : null
    if (frame !== null && frame.textContent.trim() !== '') { put('<div>'); children(frame, depth + 1); html += '</div>'; return }
    let start = '<' + name
    for (const { name: key, value } of node.attributes) if (!/^on/i.test(key) && !/[\\s"'<>\\/=]/.test(key)) start += ' ' + key + '="' + quoted(value) + '"'
    put(start + '>')
    if (VOID.has(name)) return
    if (name === 'head' && node.parentNode === document.documentElement) {
      if (!node.querySelector('base[href]')) put('<base href="' + quoted(document.baseURI) + '">')
      put(adopted(document))
    }
    if (name === 'script') put(node.textContent.replace(/<\\/script/gi, '<\\\\/script'))
    else if (name === 'style' && node.textContent.trim() === '' && node.sheet !== null) put(rules(node.sheet))
    else if (RAW.has(name) && node.namespaceURI === 'http://www.w3.org/1999/xhtml') put(name === 'iframe' ? '' : node.textContent)
    else if (name === 'textarea') put(text(node.value))
    else if (name === 'template') children(node.content, depth + 1)
    else if (node.shadowRoot) { put(adopted(node.shadowRoot)); children(node.shadowRoot, depth + 1) }
    else children(node, depth + 1)
    html += '</' + name + '>'
  }
  if (document.documentElement !== null) write(document.documentElement, 0)
  return { html, isCut, type: document.contentType }
})`
