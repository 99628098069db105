/** What runs in pages, as source text: it must stand alone, and is never run here. */

/**
 * Before the page's own scripts, in each of its frames and workers: what needs a connection of its own is not there, so that a page
 * does what it does in a browser without it. None of this keeps anything safe (launch.ts does); it spares useless tries.
 */
export const TAKE_AWAY = `(() => {
  for (const name of ['WebSocket', 'WebTransport', 'EventSource', 'RTCPeerConnection', 'webkitRTCPeerConnection'])
    try { delete globalThis[name] } catch {}
  try { delete Navigator.prototype.serviceWorker } catch {}
  try { delete Navigator.prototype.sendBeacon } catch {}
  try { globalThis.open = () => null } catch {}
})()`

/** Brings the end of the page into view, for lists that grow there. Returns how much there is. */
export const SCROLL_DOWN = `(() => {
  const root = document.scrollingElement ?? document.documentElement
  window.scrollTo(0, root.scrollHeight)
  return document.getElementsByTagName('*').length
})()`

/**
 * The document as a reader sees it, as HTML that needs no scripts: without scripts and what is for browsers without them, shadow trees
 * in place of their hosts' content, styles that scripts have made as text. Runs in a world of its own, where the page's scripts have
 * changed nothing. Stops at a number of characters.
 */
export const SERIALISE = `(limit => {
  const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
  const RAW = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])
  const LEFT_OUT = new Set(['script', 'noscript'])
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
